import { ApiError } from './api-error.ts';

/**
 * The server's word on each field of a form: `names` leads from the field's name on the wire to its
 * name in the form. Fields that the form does not have are left out.
 */
export function toFieldErrors(
  error: unknown,
  names: Readonly<Record<string, string>>,
): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const known = new Map(Object.entries(names));
  return Object.fromEntries(
    error.fields.flatMap(({ path, message }) => {
      const field = known.get(path.split(/[./]/).at(-1) ?? '');
      return field === undefined ? [] : [[field, message]];
    }),
  );
}

/** Puts the cursor into the first field, in this order, that is wrong. */
export function focusFirstInvalid(
  form: { getInputNode(path: string): HTMLElement | null },
  errors: Readonly<Record<string, unknown>>,
  order: readonly string[],
): void {
  const name = order.find((field) => errors[field] != null);
  if (name !== undefined) form.getInputNode(name)?.focus();
}
