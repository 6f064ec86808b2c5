import { describe, expect, it } from 'vitest';
import { hasChangedText, showPath, toNotification, toPath } from './push-notification.ts';

const PAYLOAD = {
  notification: { title: 'Bin 3: Hot spot' },
  data: { body: 'Hot spot: 6 °C', click_action: '/binsensor/3', date_time: '2026-07-01T12:00:00Z' },
};

describe('a push message', () => {
  it('is shown with its title and text, and opens its bin', () => {
    expect(toNotification(JSON.stringify(PAYLOAD))).toEqual({
      title: 'Bin 3: Hot spot',
      body: 'Hot spot: 6 °C',
      tag: '2026-07-01T12:00:00Z',
      target: '/binsensor/3',
    });
  });

  it('replaces an earlier message about the same farm, even if that message opened a single bin', () => {
    const updated = { ...PAYLOAD, data: { ...PAYLOAD.data, click_action: '/alerts?farm=1' } };
    const [first, second] = [PAYLOAD, updated].map((payload) =>
      toNotification(JSON.stringify(payload)),
    );
    expect(second?.tag).toBe(first?.tag);
  });

  it('notifies the user again if its alerts changed, but not if it is a repeat', () => {
    const [first, second] = [PAYLOAD, PAYLOAD].map((payload) =>
      toNotification(JSON.stringify(payload)),
    );
    if (first === undefined || second === undefined) expect.unreachable();
    expect(hasChangedText(first, second)).toBe(false);
    expect(
      hasChangedText(first, { ...second, body: 'Hot spot: 6 °C; High temperature: 31 °C' }),
    ).toBe(true);
    expect(hasChangedText(first, { ...second, title: 'Open alerts at Home' })).toBe(true);
  });

  it.each(['', '{', 'null', '7', '{"notification":3,"data":[]}'])(
    'that cannot be read (%j) opens the list of alerts',
    (payload) => {
      expect(toNotification(payload)).toMatchObject({ title: 'Granary', target: '/alerts' });
    },
  );

  it.each(['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', 7, 'x'])(
    'never opens %j',
    (target) => {
      expect(toPath(target)).toBe('/alerts');
    },
  );
});

describe('a click on a notification', () => {
  /** Creates mock open windows that record the calls made on them. */
  function createWindows(count: number, canNavigate = true) {
    const actions: string[] = [];
    const window = {
      focus: async () => void actions.push('focus'),
      navigate: async (path: string) => {
        if (!canNavigate) throw new TypeError('not controlled');
        actions.push(`navigate ${path}`);
      },
    };
    const windows = {
      matchAll: async () => Array.from({ length: count }, () => window),
      openWindow: async (path: string) => void actions.push(`open ${path}`),
    };
    return { actions, windows };
  }

  it.each([
    [0, true, ['open /binsensor/3']],
    [2, true, ['focus', 'navigate /binsensor/3']],
    [1, false, ['focus', 'open /binsensor/3']],
  ])('with %i open windows shows the bin in one window', async (count, canNavigate, expected) => {
    const { actions, windows } = createWindows(count, canNavigate);
    await showPath(windows, '/binsensor/3');
    expect(actions).toEqual(expected);
  });
});
