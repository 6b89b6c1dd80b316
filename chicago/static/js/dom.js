// Shorthands for elements of the page. Every joined script has its own copy, so this module keeps no state.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
export const main = () => $("#main");
