/** The name shown for a person: first and last name, or the email address if both are empty. */
export function fullName(person: {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}): string {
  return `${person.firstName} ${person.lastName}`.trim() || person.email;
}
