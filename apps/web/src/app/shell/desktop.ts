/** Windows this wide show the menu beside the page. */
export const DESK = '(min-width: 62em)';
