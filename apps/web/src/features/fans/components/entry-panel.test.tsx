import type { AlertRule, AlertSeverity } from '@granary/domain/alerts/alert';
import { MINUTE, millis } from '@granary/domain/units';
import { expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { EntryHazardNotice, EntryPanel } from './entry-panel.tsx';

const now = vi.hoisted(() => ({ at: Date.UTC(2026, 9, 14, 14, 20) }));
const permissions = vi.hoisted(() => ({ canChange: true }));

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-US'] });
});
vi.mock('../../../lib/clock.ts', () => ({ useNow: () => now.at }));
vi.mock('../../../lib/use-can.ts', () => ({ useCan: () => permissions.canChange }));
vi.mock('../../../lib/live-client.ts', () => ({ useLiveState: () => ({ kind: 'live' }) }));

const bin = { id: 7, name: 'Home 4', alerts: [] };

interface TestEntry {
  readonly minutes: number;
  readonly mayClose?: boolean;
  readonly isOwn?: boolean;
  readonly personName?: string | null;
}

function renderPanel(...entries: readonly TestEntry[]): string {
  const shown = entries.map(
    ({ minutes, mayClose = true, isOwn = true, personName = 'Ada Miller' }, id) => ({
      id,
      since: millis(now.at - minutes * MINUTE),
      personName,
      isOwn,
      mayClose,
    }),
  );
  return renderMarkup(<EntryPanel bin={bin} entries={shown} />);
}

const listButtons = (markup: string) =>
  [...markup.matchAll(/<button.*?<\/button>/g)].map(([button]) =>
    button.replace(/<[^>]*>/g, '').replace('&#x27;', "'"),
  );

it('has one button to report an entry', () => {
  expect(listButtons(renderPanel())).toEqual(["I'm entering the bin"]);
});

it('warns before an entry while an alert prohibits entry, or if CO2 is or was high', () => {
  const renderNotice = (rule: AlertRule, severity: AlertSeverity) =>
    renderMarkup(<EntryHazardNotice alerts={[{ rule, severity }]} />);
  expect(renderNotice('entry-co2', 'critical')).toContain('Do not enter this bin');
  expect(renderNotice('entry-unload', 'critical')).toContain('level did not fall enough');
  expect(renderNotice('co2-risk', 'warning')).toContain('High CO₂ in the bin.');
  expect(renderNotice('co2', 'critical')).toContain('CO₂');
  expect(renderNotice('co2', 'warning')).not.toContain('Do not enter');
  expect(renderNotice('co2-risk', 'watch')).not.toContain('Do not enter');
  expect(renderNotice('hot-spot', 'critical')).not.toContain('Do not enter');
});

it('shows who is in or near the bin, and never says that it is safe', () => {
  const markup = renderPanel({ minutes: 10 });
  expect(markup).toContain('You are in or near this bin');
  expect(markup).toContain('Ada Miller, since');
  expect(markup).toContain('does not lock it out');
  expect(listButtons(markup)).toEqual(["I'm out"]);
  expect(markup).not.toMatch(/\bsafe\b/i);
  expect(renderPanel({ minutes: 10, isOwn: false, personName: null })).toContain('Since ');
});

it('lets a second person report their own entry, and shows both', () => {
  const ada = { minutes: 20, isOwn: false, mayClose: false };
  const onePerson = renderPanel(ada);
  expect(onePerson).toContain('Someone is in or near this bin');
  expect(listButtons(onePerson)).toEqual(["I'm entering the bin"]);
  const bothMarkup = renderPanel(ada, { minutes: 5, personName: 'Bob Lee' });
  expect(bothMarkup).toContain('Ada Miller, since');
  expect(bothMarkup).toContain('Bob Lee, since');
  expect(bothMarkup.match(/does not lock it out/g)).toHaveLength(1);
  expect(listButtons(bothMarkup)).toEqual(["I'm out"]);
});

it('asks each person after 30 minutes whether they are out', () => {
  expect(renderPanel({ minutes: 29 })).not.toContain('Are you out?');
  const markup = renderPanel({ minutes: 30 });
  expect(markup).toContain('role="alert"');
  expect(markup).toContain('Are you out?');
  expect(markup).toContain('In or near the bin for 30 min. Report when you are out.');
  const othersPanel = renderPanel(
    { minutes: 30, isOwn: false },
    { minutes: 5, personName: 'Bob Lee' },
  );
  expect(othersPanel).toContain('Is Ada Miller out?');
  expect(othersPanel).not.toContain('Are you out?');
  expect(renderPanel({ minutes: 30, isOwn: false, personName: null })).toContain(
    'Is this person out?',
  );
});

it('lets only the person who reported an entry, or staff, close it', () => {
  const ada = { minutes: 10, isOwn: false };
  const markup = renderPanel({ ...ada, mayClose: false }, { minutes: 5 });
  expect(listButtons(markup)).toEqual(["I'm out"]);
  expect(markup).toContain('Only the person who reported this entry, the dealer or an admin');
  expect(listButtons(renderPanel(ada, { ...ada, personName: 'Bob Lee' }))).toEqual([
    'Ada Miller is out',
    'Bob Lee is out',
    "I'm entering the bin",
  ]);
  permissions.canChange = false;
  expect(listButtons(renderPanel())).toEqual([]);
  permissions.canChange = true;
});
