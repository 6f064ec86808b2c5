import type { UseFormReturnType } from '@mantine/form';
import { ApiError } from './api-error.ts';

/**
 * Converts the server's field errors to those of a form; `names` maps wire names to form fields.
 * Fields that the form does not have are left out.
 */
export function toFieldErrors(
  error: unknown,
  names: Readonly<Record<string, string>>,
): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const fieldNames = new Map(Object.entries(names));
  return Object.fromEntries(
    error.fields.flatMap(({ path, message }) => {
      const field = fieldNames.get(path.split(/[./]/).at(-1) ?? '');
      return field === undefined ? [] : [[field, message]];
    }),
  );
}

/** Shows the server's errors beside the fields of a form, and moves the focus to the first invalid field. */
export function showFieldErrors(
  form: Pick<UseFormReturnType<object>, 'setErrors' | 'getInputNode'>,
  error: unknown,
  names: Readonly<Record<string, string>>,
  order: readonly string[],
): void {
  const errors = toFieldErrors(error, names);
  form.setErrors(errors);
  focusFirstInvalid(form, errors, order);
}

/** Moves the focus to the first invalid field in the given order. */
export function focusFirstInvalid(
  form: { getInputNode(path: string): HTMLElement | null },
  errors: Readonly<Record<string, unknown>>,
  order: readonly string[],
): void {
  const name = order.find((field) => errors[field] != null);
  if (name !== undefined) form.getInputNode(name)?.focus();
}
