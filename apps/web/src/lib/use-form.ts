import {
  type UseFormInput,
  type UseFormReturnType,
  useForm as useMantineForm,
} from '@mantine/form';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

type FormErrors = UseFormReturnType<object>['errors'];

/** A form whose visible errors are translated when the language changes. Its rules must not be async. */
export function useForm<Values extends object>(
  input: UseFormInput<Values>,
): UseFormReturnType<Values> {
  const form = useMantineForm<Values>(input);
  const { language } = useTranslation().i18n;
  const shownLanguage = useRef(language);
  useEffect(() => {
    if (shownLanguage.current === language) return;
    shownLanguage.current = language;
    const shownErrors = form.errors;
    const validation = form.validate();
    if (!(validation instanceof Promise))
      form.setErrors(translateErrors(shownErrors, validation.errors));
  });
  return form;
}

/**
 * Translates the shown errors with the rules' texts in the new language. The server's own messages stay until
 * the form is submitted again.
 */
export function translateErrors(shownErrors: FormErrors, translatedErrors: FormErrors): FormErrors {
  return Object.fromEntries(
    Object.entries(shownErrors).map(([field, text]) => [field, translatedErrors[field] ?? text]),
  );
}
