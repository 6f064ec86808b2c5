import { expect, type Locator, type Page } from '@playwright/test';
import type { ApiBin } from '../support/api.ts';
import { apiFor } from '../support/test.ts';
import { type ApiFarm, addBins, test } from '../support/test-farm.ts';

test.use({ as: 'distributor' });

async function addBin(farm: ApiFarm): Promise<ApiBin> {
  const [bin] = await addBins(farm, 1);
  if (bin === undefined) throw new Error('No bin was added.');
  return bin;
}

async function openSettings(page: Page, { id }: ApiBin): Promise<void> {
  await page.goto(`/binsensor/${id}?tab=5`);
  await openCollapsedSections(page);
}

/** Opens the radio and firmware sections, which are collapsed below the farmer's settings. */
async function openCollapsedSections(page: Page): Promise<void> {
  for (const name of ['Radio and board', 'Firmware']) {
    await page.locator('summary').getByText(name, { exact: true }).click();
  }
}

const section = (page: Page, name: string) => page.getByRole('form', { name, exact: true });

/** Saves a section and waits for the confirmation. */
async function save(page: Page, name: string, buttonName: string, message: string): Promise<void> {
  await section(page, name).getByRole('button', { name: buttonName }).click();
  await expect(section(page, name).getByText(message)).toBeVisible();
}

/** The changes that a test makes to a section, by field. */
interface Changes {
  readonly name: string;
  readonly buttonName: string;
  readonly message: string;
  /** Switches and select lists in the order of the changes, with the label after saving if it differs. */
  readonly set: readonly (readonly [name: string, to: string, saved?: string])[];
  /**
   * An invalid value, then a valid value. Temperatures are in °F, because the first section sets the unit.
   */
  readonly typed: Readonly<Record<string, readonly [invalid: string, valid: string]>>;
}

const SECTIONS: readonly Changes[] = [
  {
    name: 'General Settings',
    buttonName: 'Save general settings',
    message: 'General settings updated successfully!',
    set: [
      ['Crop', 'Canola'],
      ['Grain unit', 'tonnes'],
      ['Temperature unit', 'Fahrenheit (°F)'],
      ['Second value in each cell', 'Relative humidity'],
      ['Battery attached', 'off'],
    ],
    typed: { 'Bin name': [' ', 'North 1'], 'Bin size': ['-1', '5000.5'] },
  },
  {
    name: 'Alerts',
    buttonName: 'Save alerts',
    message: 'Alerts updated successfully!',
    set: [
      ['Temperature', 'on'],
      ['CO₂', 'on'],
      ['Minimum level', 'on'],
      ['Maximum level', 'on'],
    ],
    typed: {
      'Temperature, °F': ['', '82.4'],
      'CO₂, ppm': ['60000', '900'],
      'Temperature difference, °F': ['a', '10.8'],
      'No data, hours': ['0', '12'],
      'Minimum level, %': ['101', '10'],
      'Maximum level, %': ['-1', '95'],
    },
  },
  {
    name: 'Firmware',
    buttonName: 'Save firmware settings',
    message: 'Firmware settings updated successfully!',
    set: [['Installation mode', 'Enabled']],
    typed: {},
  },
  {
    name: 'Inventory',
    buttonName: 'Save inventory settings',
    message: 'Inventory settings updated successfully!',
    set: [
      ['Inventory method', 'SiloScan Pro'],
      [
        'Release command: measure the bin height Sent to the board when you save.',
        'on',
        'Release command: measure the bin height Not confirmed by the board yet.',
      ],
    ],
    typed: { 'Bin height': ['1.5', '8600'], 'Radar dead zone': ['-1', '300'] },
  },
  {
    name: 'Fan settings',
    buttonName: 'Save fan settings',
    message: 'Fan settings updated successfully!',
    set: [
      ['Fan attached', 'on'],
      ['Plenum sensor attached', 'on'],
      ['Fan mode', 'Automatic'],
    ],
    typed: {
      'Start fan at': ['200', '64.4'],
      'Stop fan at': ['x', '50'],
      'Minimum ambient temperature': ['-100', '41'],
      'Minimum ambient EMC': ['-1', '0'],
      'Maximum ambient EMC': ['101', '14.25'],
      'Running above': ['101', '3'],
      'Stopped below': ['-1', '0.5'],
      'Fan motor power': ['0', '7.5'],
    },
  },
  {
    name: 'Cables',
    buttonName: 'Save cables',
    message: 'Cable management settings updated successfully!',
    set: [
      ['Sub-bin', '2nd Bin'],
      ['Cable type', 'Others (bottom to top)'],
      ['Crop', 'Flax'],
    ],
    typed: { 'Cable name': ['Middle', 'Middle'], 'Cable ID': ['255', '77'] },
  },
];

/** A second round of changes to sections in `SECTIONS`, with other values. */
const SECOND_CHANGES: readonly Changes[] = [
  {
    ...findSection('Alerts'),
    set: [
      ['Temperature difference', 'off'],
      ['No data', 'off'],
    ],
  },
  {
    ...findSection('Inventory'),
    set: [['Inventory method', 'Pressure cable']],
    typed: {
      'Sensors on pressure cable 1 (Y1)': ['65', '12'],
      'Sensors on pressure cable 2 (Y2)': ['1.5', '8'],
    },
  },
  { ...findSection('Fan settings'), set: [['Fan mode', 'Scheduled']] },
];

const findFields = (form: Locator) => ({
  textField: (name: string) => form.getByRole('textbox', { name, exact: true }),
  selectList: (name: string) => form.getByRole('combobox', { name, exact: true }),
  switchField: (name: string) => form.getByRole('switch', { name, exact: true }),
});

/**
 * Changes the section, checks that invalid values show errors beside their fields, corrects them and saves.
 */
async function changeSection(
  page: Page,
  { name, buttonName, message, ...changes }: Changes,
): Promise<void> {
  const form = section(page, name);
  const fields = findFields(form);
  if (name === 'Cables') await form.getByRole('button', { name: 'Add cable' }).click();
  for (const [field, to] of changes.set) {
    if (to !== 'on' && to !== 'off') await fields.selectList(field).selectOption(to);
    else {
      await expect(fields.switchField(field)).toBeChecked({ checked: to === 'off' });
      await fields.switchField(field).press('Space');
    }
  }
  if (changes.set.some(([, to]) => to === 'Automatic')) {
    await expect(form.getByText('Fan Threshold on/off fields are empty')).toBeVisible();
  }
  const typed = Object.entries(changes.typed);
  for (const [field, [invalid]] of typed) await fields.textField(field).fill(invalid);
  if (typed.length > 0) await form.getByRole('button', { name: buttonName }).click();
  for (const [field, [invalid, valid]] of typed) {
    if (invalid === valid) continue;
    await expect(fields.textField(field), field).toHaveAccessibleDescription(/Please /);
    await fields.textField(field).fill(valid);
  }
  await save(page, name, buttonName, message);
}

/** Finds a section by name and returns it with empty `set` and `typed`. */
function findSection(wanted: string): Changes {
  const match = SECTIONS.find(({ name }) => name === wanted);
  if (match === undefined) throw new Error(`There is no section ${wanted}.`);
  return { ...match, set: [], typed: {} };
}

async function expectSection(page: Page, { name, set, typed }: Changes): Promise<void> {
  const fields = findFields(section(page, name));
  for (const [before, to, field = before] of set) {
    if (to === 'on' || to === 'off') {
      await expect(fields.switchField(field), field).toBeChecked({ checked: to === 'on' });
    } else await expect(fields.selectList(field).locator('option:checked'), field).toHaveText(to);
  }
  for (const [field, [, valid]] of Object.entries(typed)) {
    await expect(fields.textField(field), field).toHaveValue(valid);
  }
}

/** Fields that a dealer can only view and an admin can change. */
const ADMIN_FIELDS = [
  'Frequency',
  'Bin-in',
  'Main board ID',
  'Mainboard bin station',
  'Board type',
  'Firmware type',
  'Firmware version',
  'Firmware status',
];

test('lets a dealer change every setting and shows errors beside their fields', async ({
  page,
  farm,
}) => {
  const bin = await addBin(farm);
  await openSettings(page, bin);
  for (const name of ADMIN_FIELDS)
    await expect(page.getByLabel(name, { exact: true })).toBeDisabled();
  for (const changes of SECTIONS) await changeSection(page, changes);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'North 1', level: 1 })).toBeVisible();
  await openCollapsedSections(page);
  for (const changes of SECTIONS) await expectSection(page, changes);
  const admin = await apiFor('admin');
  expect(await admin.get(`board/getBinSensor?id=${bin.id}`)).toMatchObject({
    temp_unit: 'f',
    temp_alert_threshold: 28,
    temperature_difference: 6,
    fan_on_threshold: 18,
    fan_off_threshold: 10,
    min_ambient_temperature: 5,
    cable_names: [{ cable_name: 'Middle', cable_id: 77, bin: 2, flip: true, crop_name: 'Flax' }],
  });
  for (const changes of SECOND_CHANGES) await changeSection(page, changes);
  await page.reload();
  await expect(section(page, 'Alerts')).toBeVisible();
  for (const changes of SECOND_CHANGES) await expectSection(page, changes);
});

test('reports invalid, stale and unsaved settings, and keeps the input', async ({
  page,
  farm,
  consoleErrors,
}) => {
  const bin = await addBin(farm);
  consoleErrors.allowStatus(409, `/api/board/${bin.id}/alerts`);
  await openSettings(page, bin);
  const alerts = section(page, 'Alerts');
  await alerts.getByRole('switch', { name: 'CO₂', exact: true }).press('Space');
  const co2 = alerts.getByLabel('CO₂, ppm');
  await co2.fill('60000');
  await alerts.getByRole('button', { name: 'Save alerts' }).click();
  await expect(alerts.getByText('Please enter a number from 0 to 50,000.')).toBeVisible();
  await expect(co2).toBeFocused();
  // The page asks before leaving and keeps the input.
  await page.getByRole('link', { name: 'Results' }).click();
  const leaveDialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leaveDialog.getByRole('button', { name: 'Cancel' }).click();
  await co2.fill('900');
  const farmer = await apiFor('farmer');
  await farmer.send('PUT', `board/${bin.id}/alerts`, { co2: 1200, time_interval: 12 });
  await alerts.getByRole('button', { name: 'Save alerts' }).click();
  await expect(alerts.getByRole('alert')).toContainText(
    'Someone else changed this bin while you were editing',
  );
  await expect(alerts.getByText('Changed to: 1200')).toBeVisible();
  await expect(co2).toHaveValue('900');
  await expect(alerts.getByLabel('No data, hours')).toHaveValue('12');
  const path = `board/getBinSensor?id=${bin.id}`;
  expect(await farmer.get(path)).toMatchObject({ co2: 1200, co2_alerts_enabled: false });
  await save(page, 'Alerts', 'Save alerts', 'Alerts updated successfully!');
  expect(await farmer.get(path)).toMatchObject({ co2: 900, time_interval: 12 });
});

test.describe('an admin', () => {
  test.use({ as: 'admin' });

  test('changes the settings that only admins may change', async ({ page, farm }) => {
    const bin = await addBin(farm);
    await openSettings(page, bin);
    const board = `other-${bin.bin_topic}`;
    const changes: readonly Changes[] = [
      {
        ...findSection('Firmware'),
        set: [
          ['Mainboard bin station', '5'],
          ['Board type', 'Remote'],
          ['Firmware type', 'Realtime'],
          ['Firmware version', '2.11'],
          ['Firmware status', 'Start'],
        ],
      },
      // Requested radio settings are discarded when a bin moves to another bin station.
      {
        ...findSection('General Settings'),
        set: [
          ['Frequency', '44'],
          ['Bin-in', '7'],
        ],
        typed: { 'Main board ID': [board, board] },
      },
    ];
    for (const change of changes) await changeSection(page, change);
    await page.reload();
    await openCollapsedSections(page);
    for (const change of changes) await expectSection(page, change);
    const fieldNames = changes.flatMap(({ set, typed }) => [
      ...set.map(([name]) => name),
      ...Object.keys(typed),
    ]);
    expect(fieldNames.toSorted()).toEqual(ADMIN_FIELDS.toSorted());
  });
});
