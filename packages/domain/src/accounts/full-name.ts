/** First and last name, or the e-mail address of who has none. */
export function fullName(who: {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}): string {
  return `${who.firstName} ${who.lastName}`.trim() || who.email;
}
