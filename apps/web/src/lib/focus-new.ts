/** As a ref: focuses an element when it appears, because the user continues there. */
export function focusNew(element: HTMLElement | null): void {
  element?.focus();
}
