// The button that prints a page of rules.
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) print();
});
