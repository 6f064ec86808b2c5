/** Returns the focused element, or, if it is in a menu, the button of the menu, because menus close. */
export function getFocusedControl(): HTMLElement | null {
  const focusedElement = document.activeElement;
  const buttonId = focusedElement?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  if (buttonId != null) return document.getElementById(buttonId);
  return focusedElement instanceof HTMLElement && focusedElement !== document.body
    ? focusedElement
    : null;
}
