import type { Profile } from '@granary/contract/accounts/http';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { ProfilePage } from '../../../app/pages/accounts/profile-page.tsx';
import { ApiError } from '../../../lib/api-error.ts';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { profileQuery } from '../api/get-profile.ts';

const saving = vi.hoisted(() => ({ isPending: false, isError: false, error: null as unknown }));

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});
vi.mock('../../../lib/live-client.ts', () => ({ useLiveState: () => ({ kind: 'live' }) }));
vi.mock('../../../lib/use-edit.ts', () => ({ useEdit: () => ({ changes: [], saving }) }));
vi.mock('../../../components/unsaved-guard.tsx', () => ({ UnsavedGuard: () => null }));
vi.mock('../../../components/page.tsx', () => ({
  Page: ({ children }: { readonly children: unknown }) => children,
}));

const anneke: Profile = {
  id: 7,
  firstName: 'Anneke',
  lastName: 'Dueck',
  email: 'a@farm.example',
  role: 'user',
  phone: '1',
  city: 'Elm Creek',
  state: 'MB',
  country: 'Canada',
  version: 3,
  timezone: 'America/Winnipeg',
  language: 'en',
  preferredTemperatureUnit: null,
  preferredCropUnit: null,
  notifies: true,
  notifiesByPush: false,
  notifiesBySms: false,
  officeAddress: '',
  workingHours: '',
  notifiesByEmail: true,
  notifiesWeekly: true,
  quietFrom: '',
  quietUntil: '',
  escalates: true,
};

function renderPage(changes: Partial<Profile> = {}): string {
  const queries = new QueryClient();
  queries.setQueryData(profileQuery.queryKey, { ...anneke, ...changes });
  return renderMarkup(<ProfilePage />, queries);
}

describe('the profile page', () => {
  it('shows the email read-only and requires six fields', () => {
    const markup = renderPage();
    expect(markup).toMatch(/<input[^>]*readOnly[^>]*value="a@farm.example"/i);
    expect(markup.match(/class="[^"]*TextInput-required"/g)).toHaveLength(6);
    for (const label of [
      'First Name',
      'Last Name',
      'Phone Number',
      'City',
      'State/Province',
      'Country',
      'Timezone',
      'Save',
    ]) {
      expect(markup).toContain(label);
    }
  });

  it('offers units for lists, by default those of each bin', () => {
    const markup = renderPage();
    for (const label of ['Temperature unit in lists', 'Grain unit in lists']) {
      const [, select = ''] = markup.split(`>${label}</label>`);
      expect(select).toMatch(/<option value="" selected="">Each bin's own unit<\/option>/);
    }
    expect(renderPage({ preferredTemperatureUnit: 'f' })).toMatch(/<option value="f" selected="">/);
  });

  it('has notification switches, except for distributors', () => {
    expect(renderPage().match(/role="switch"/g)).toHaveLength(5);
    expect(renderPage({ role: 'distributor' })).not.toContain('role="switch"');
  });

  it('reports that saving failed and keeps the form', () => {
    const error = new ApiError({ status: 500, code: 'INTERNAL_ERROR', message: '' });
    Object.assign(saving, { isError: true, error });
    const markup = renderPage();
    expect(markup).toContain('Internal Error. Something went wrong.');
    expect(markup).toContain('value="Anneke"');
  });

  it('reports that loading failed, without a form that could overwrite the profile', async () => {
    const queries = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
    const error = new ApiError({ status: 400, code: 'BAD_REQUEST', message: '' });
    const queryFn = () => Promise.reject(error);
    await queries.prefetchQuery({ queryKey: profileQuery.queryKey, queryFn, retry: false });
    const markup = renderMarkup(<ProfilePage />, queries);
    expect(markup).not.toContain('<form');
    expect(markup).toContain('Your profile could not be loaded.');
  });
});
