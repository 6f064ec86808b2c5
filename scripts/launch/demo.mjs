import { end, passSignalsOn, start } from './programs.mjs';

const RESTART_MS = 1000;

/**
 * Runs the server and, once it is ready, the simulated fleet, until the server ends.
 *
 * What the server owes its launcher, here and wherever it is started with an IPC channel:
 * - once it serves, it sends `{ ready: { url, mqttPort } }` (`process.send`);
 * - on SIGINT or SIGTERM it drains, ends and exits by itself;
 * - on 'disconnect' of the channel, which means that the launcher is gone, it does the same;
 * - it closes the channel when it ends, because a listener on it keeps Node running.
 *
 * The simulator is told by its environment: GRANARY_MODE=demo, MQTT_PORT, and DATA_DIR, the
 * server's. It ends on the same signals, and on 'disconnect'.
 */
export async function runDemo(server, args) {
  const env = { GRANARY_MODE: 'demo', DATA_DIR: process.env.DATA_DIR || './data/demo' };
  const granary = start([...server, ...args], env);
  const programs = [granary];
  const signals = passSignalsOn(programs);
  let isOver = false;

  const startFleet = (mqttPort) => {
    if (isOver || signals.received) return;
    const fleet = start(['apps/simulator/dist/main.js'], { ...env, MQTT_PORT: String(mqttPort) });
    programs[1] = fleet;
    void fleet.ended.then((code) => {
      if (isOver || signals.received) return;
      console.error(`The simulated fleet ended (exit code ${code}); starting it again.`);
      setTimeout(() => startFleet(mqttPort), RESTART_MS).unref();
    });
  };
  granary.child.on('message', ({ ready }) => {
    if (ready) startFleet(ready.mqttPort);
  });

  const code = await granary.ended;
  isOver = true;
  await Promise.all(programs.slice(1).map(end));
  return code;
}
