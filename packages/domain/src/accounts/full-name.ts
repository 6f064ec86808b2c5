/** The name shown for a person: first and last name, or the email address if both are empty. */
export function fullName(who: {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}): string {
  return `${who.firstName} ${who.lastName}`.trim() || who.email;
}
