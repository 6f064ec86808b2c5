/** Windows at least this wide always show the menu. */
export const DESKTOP = '(min-width: 62em)';
