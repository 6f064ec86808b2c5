import { describe, expect, it } from 'vitest';
import { sendHeartbeat } from './heartbeat.ts';

/** Sends one heartbeat; returns the number of calls to the monitor, and the reported errors. */
async function sendOneHeartbeat(unready: readonly string[], call: () => Promise<number>) {
  let calls = 0;
  const errors: string[] = [];
  await sendHeartbeat({
    listUnready: async () => unready,
    call: () => {
      calls++;
      return call();
    },
    failed: (error) => errors.push(String(error)),
  });
  return { calls, errors };
}

describe('the heartbeat', () => {
  it('calls the monitor while everything works', async () => {
    expect(await sendOneHeartbeat([], async () => 200)).toEqual({ calls: 1, errors: [] });
  });

  it('does not call the monitor while a component is failing', async () => {
    expect(await sendOneHeartbeat(['alerts'], async () => 200)).toEqual({ calls: 0, errors: [] });
  });

  it('reports an error if the monitor rejects the call or is unreachable', async () => {
    const { errors } = await sendOneHeartbeat([], async () => 404);
    expect(errors).toEqual(['Error: The monitor at HEARTBEAT_URL responded with 404.']);
    const failing = await sendOneHeartbeat([], () => Promise.reject(new Error('unreachable')));
    expect(failing.errors).toEqual(['Error: unreachable']);
  });
});
