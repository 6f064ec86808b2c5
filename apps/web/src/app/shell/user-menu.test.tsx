import { MantineProvider } from '@mantine/core';
import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Role, Session } from '../../lib/session.ts';
import en from '../../locales/en.json';
import { UserMenu } from './user-menu.tsx';

// The session module reads localStorage on import.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));

const i18n = createInstance();

beforeAll(async () => {
  const resources = { en: { translation: en } };
  await i18n.use(initReactI18next).init({ lng: 'en', resources });
});

function renderMenu(fullName: string | null, role: Role): string {
  const session: Session = {
    token: 't',
    userId: 1,
    role,
    email: 'a@b.example',
    fullName,
  };
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <MantineProvider>
        <UserMenu session={session} />
      </MantineProvider>
    </I18nextProvider>,
  );
}

describe('the account menu', () => {
  it.each([
    ['admin', 'Admin'],
    ['distributor', 'Distributor'],
    ['user', 'User'],
  ] as const)("shows the user's name and role (%s)", (role, badge) => {
    expect(renderMenu('Anneke Dueck', role)).toContain(`Anneke Dueck ${badge}, account menu`);
  });

  it('shows the email address if no name is stored', () => {
    expect(renderMenu(null, 'user')).toContain('a@b.example User, account menu');
  });
});
