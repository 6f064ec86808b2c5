/** The focused element, or the button of the menu that contains it, because menus close. */
export function focusedControl(): HTMLElement | null {
  const focused = document.activeElement;
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  if (button != null) return document.getElementById(button);
  return focused instanceof HTMLElement && focused !== document.body ? focused : null;
}
