import { expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { type FanBin, FanReminder } from './fan-reminder.tsx';

vi.hoisted(() => vi.stubGlobal('navigator', { languages: ['en-CA'] }));

const bin = (name: string, fanMode: FanBin['fanMode'], isAttached = true): FanBin => ({
  name,
  fanMode,
  fan: { isAttached, isRunning: null, since: null },
});

it('names the bins whose fan is in automatic or scheduled mode', () => {
  const markup = renderMarkup(
    <FanReminder
      bins={[
        bin('North 1', 'manual'),
        bin('North 2', 'automatic'),
        bin('North 3', 'scheduled'),
        bin('North 4', 'scheduled', false),
      ]}
    />,
  );
  expect(markup).toContain('set all bins to Manual mode to send commands manually');
  expect(markup).toContain(
    'Bins not in Manual mode: North 2 (Automatic) and North 3 (Scheduled). Sending a fan command to one of them sets it to Manual.',
  );
});

it('is not shown if every fan is in manual mode', () => {
  const bins = [bin('North 1', 'manual'), bin('North 2', 'automatic', false)];
  expect(renderMarkup(<FanReminder bins={bins} />)).not.toContain('Manual mode');
});
