/** A ref callback that focuses an element when it appears, because the user continues there. */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus();
}
