import { type DownCommand, decodeCommand } from '@granary/contract/commands/frame';
import { type BoardConnection, connectBoard } from '@granary/simulator/connection';
import { expect } from '@playwright/test';
import { executeSql } from '../support/database.ts';
import { binPath } from '../support/paths.ts';
import { apiFor } from '../support/test.ts';
import { addBins, test } from '../support/test-farm.ts';
import { getWorkerDemo } from '../support/worker-demo.ts';

test.use({ as: 'farmer' });

/** A sleeping board that connects, reports a reading and confirms a command when the test tells it to. */
class SleepingBoard {
  private connection: BoardConnection | null = null;
  private receivedCommand: DownCommand | null = null;

  constructor(
    private readonly port: number,
    private readonly mainBoardId: string,
    private readonly key: string,
  ) {}

  async wakeUp(): Promise<void> {
    const { port, mainBoardId, key } = this;
    this.receivedCommand = null;
    await new Promise<void>((resolve) => {
      this.connection = connectBoard(
        { host: '127.0.0.1', port, mainBoardId, key },
        {
          onOnline: resolve,
          onMessage: (payload) => {
            this.receivedCommand = decodeCommand(payload);
          },
        },
      );
    });
    await this.report();
    await expect.poll(() => this.receivedCommand).not.toBeNull();
  }

  async report(): Promise<void> {
    await this.send('temp-data', { temp_reading: [[12, 13]] });
  }

  async confirm(): Promise<void> {
    const { commandId, instruction } = this.receivedCommand ?? {};
    const fan = instruction?.kind === 'fan' && instruction.isOn ? 'on' : 'off';
    const commandIds = { command_id: commandId, event_id: commandId };
    await this.send('fan-data', { fan, by: 'command', lockout: false, ...commandIds });
  }

  async sleep(): Promise<void> {
    await this.connection?.close(0);
  }

  private async send(kind: 'temp-data' | 'fan-data', content: object): Promise<void> {
    const frame = { v: 1, bin_number: 1, date_time: new Date().toISOString(), ...content };
    await this.connection?.send(kind, JSON.stringify(frame));
  }
}

test('turns the fan of a sleeping board on and off, and shows each step and a missing confirmation', async ({
  page,
  farm,
  mqttPort,
  consoleErrors,
}) => {
  // The bin has not reported yet.
  consoleErrors.allowStatus(404, '/api/board/getSensorReading');
  const [bin] = await addBins(farm, 1);
  const admin = await apiFor('admin');
  const topic = bin?.bin_topic ?? '';
  const { key } = (await admin.send('POST', `board/mainBoards/${topic}/credentials`, {})) as {
    readonly key: string;
  };
  await admin.send('PUT', `board/${bin?.id}/fan-settings`, { fan_attached: true });
  const board = new SleepingBoard(mqttPort, topic, key);
  await page.goto(`${binPath(bin)}?tab=4`);
  const control = page.getByRole('region', { name: 'Turn the fan on or off' });
  const fan = control.getByRole('switch', { name: `Fan at ${bin?.bin_name}` });
  const turn = async (buttonName: 'Turn on' | 'Turn off') => {
    await fan.click();
    await page.getByRole('dialog').getByRole('button', { name: buttonName }).click();
    await expect(control).toContainText('Waiting...');
    await board.wakeUp();
    await expect(control).toContainText('The board has not confirmed it yet.');
    await board.confirm();
    await expect(control).toContainText(/Confirmed .*:/);
    await board.sleep();
  };
  await turn('Turn on');
  await expect(control).toContainText('On since');
  await expect(page.getByRole('region', { name: 'Fan status' })).toContainText('Running for');
  await turn('Turn off');
  await expect(control).toContainText('Off since');
  await expect(fan).not.toBeChecked();

  await fan.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
  await expect(control).toContainText('Waiting...');
  await board.wakeUp();
  await expect(control).toContainText('The board has not confirmed it yet.');
  await expect(fan).toBeChecked();
  // Makes the command look as if it had been sent three times, the last time a minute ago. A report makes the
  // server check it.
  await executeSql(
    getWorkerDemo().dataDir,
    `update commands set attempts = 3, sent_at = sent_at - interval '1 minute'
     where bin_id = $1 and state = 'released'`,
    [bin?.id],
  );
  await board.report();
  await expect(control).toContainText(
    'The board did not confirm the command. Check the fan at the bin.',
  );
  await expect(fan).not.toBeChecked();
  await page.getByRole('navigation', { name: 'Bin pages' }).getByText('Results').click();
  await expect(page.getByText('Command to the board failed').first()).toBeVisible();
  await board.sleep();
});
