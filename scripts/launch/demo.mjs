import { forwardSignals, startProgram, stopProgram } from './programs.mjs';

const RESTART_DELAY_MS = 1000;

/**
 * Runs the server and, when it is ready, the simulated fleet, until the server exits.
 *
 * A server that is started with an IPC channel:
 * - sends `{ ready: { url, mqttPort } }` (`process.send`) when it is ready;
 * - shuts down and exits on SIGINT, on SIGTERM, and on 'disconnect', when the launcher has exited;
 * - closes the channel when it shuts down, because a listener on the channel keeps Node running.
 *
 * The simulator's environment has GRANARY_MODE=demo, MQTT_PORT and the server's DATA_DIR. The simulator exits
 * on the same signals and on 'disconnect'.
 */
export async function runDemo(serverArgs, args) {
  const env = { GRANARY_MODE: 'demo', DATA_DIR: process.env.DATA_DIR || './data/demo' };
  const server = startProgram([...serverArgs, ...args], env);
  const programs = [server];
  const signals = forwardSignals(programs);
  let hasExited = false;

  const startFleet = (mqttPort) => {
    if (hasExited || signals.received) return;
    const fleet = startProgram(['apps/simulator/dist/main.js'], {
      ...env,
      MQTT_PORT: String(mqttPort),
    });
    programs[1] = fleet;
    void fleet.exitCode.then((code) => {
      if (hasExited || signals.received) return;
      console.error(`The simulated fleet exited with code ${code}; restarting it.`);
      setTimeout(() => startFleet(mqttPort), RESTART_DELAY_MS).unref();
    });
  };
  server.child.on('message', ({ ready }) => {
    if (ready) startFleet(ready.mqttPort);
  });

  const code = await server.exitCode;
  hasExited = true;
  await Promise.all(programs.slice(1).map(stopProgram));
  return code;
}
