/** Whether the server would take the text as a phone number; an empty one is none, and good. */
export function isValidPhone(text: string): boolean {
  return /^[0-9+() .-]*$/.test(text.trim());
}
