/** Windows this wide show the menu beside the page. */
export const DESKTOP = '(min-width: 62em)';
