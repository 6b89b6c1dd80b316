// Shorthands for what is in the page. Each script that is joined has its own copy, so nothing is remembered here.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
export const main = () => $("#main");
