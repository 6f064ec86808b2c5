import { describe, expect, it } from 'vitest';
import { translateErrors } from './use-form.ts';

describe('the errors in a form after a language change', () => {
  it('have the texts of the new language, for the same fields', () => {
    const shown = { email: 'Enter your email address' };
    const translated = { email: 'Geben Sie Ihre E-Mail-Adresse ein', password: 'Passwort fehlt' };
    expect(translateErrors(shown, translated)).toEqual({
      email: 'Geben Sie Ihre E-Mail-Adresse ein',
    });
  });

  it('keep the messages from the server, which the form does not translate', () => {
    expect(translateErrors({ email: 'Already exists' }, {})).toEqual({ email: 'Already exists' });
  });
});
