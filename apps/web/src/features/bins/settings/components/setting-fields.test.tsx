import type { Bin } from '@granary/contract/bins/http';
import { frequencies } from '@granary/domain/boards/options';
import type { SettingsKind } from '@granary/domain/commands/settings-commands';
import type { ComponentType, ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../../lib/render.fixture.tsx';
import { useForm } from '../../../../lib/use-form.ts';
import { makeBinWithSettings } from '../bin.fixture.ts';
import { type LocalizedValues, toSettingsValues } from '../settings-values.ts';
import { AlertFields } from './alert-fields.tsx';
import { CableFields } from './cable-fields.tsx';
import { FanFields } from './fan-fields.tsx';
import { FirmwareFields } from './firmware-fields.tsx';
import { GeneralFields } from './general-fields.tsx';
import { InventoryFields } from './inventory-fields.tsx';
import type { FieldsProps } from './setting-inputs.tsx';

// The session module reads storage when it is imported.
vi.hoisted(() => vi.stubGlobal('localStorage', { getItem: () => null }));
vi.stubGlobal('navigator', { languages: ['en'] });
vi.mock('../../../../components/button-link.tsx', () => ({
  ButtonLink: ({ to, params, children }: LinkProps) => (
    <a href={to.replace(/\$(\w+)/, (_, name: string) => String(params[name]))}>{children}</a>
  ),
}));

interface LinkProps {
  readonly to: string;
  readonly params: Readonly<Record<string, number>>;
  readonly children: ReactNode;
}

/** Renders setting fields of a bin, all of them editable or none. */
function renderFields(
  Fields: ComponentType<FieldsProps>,
  changes: Partial<Bin> = {},
  canChangeAll = true,
) {
  const bin = makeBinWithSettings(changes);
  function Form() {
    const form = useForm<LocalizedValues>({ initialValues: toSettingsValues(bin, 'en') });
    return <Fields form={form} bin={bin} canChange={() => canChangeAll} />;
  }
  return renderMarkup(<Form />);
}

/** Lists the option texts of a select. */
function listOptions(markup: string, label: string): string[] {
  const [, choice = ''] = markup.split(new RegExp(`>${label}</label>`));
  const [options = ''] = choice.split('</select>');
  return [...options.matchAll(/<option[^>]*>([^<]*)</g)].map(([, text = '']) => text);
}

/** Lists the labels of fields and switches. */
const listLabels = (markup: string) =>
  [...markup.matchAll(/class="[^"]*-label"[^>]*>([^<]+)</g)].map(([, text = '']) => text);

it.each([
  ['general', GeneralFields],
  ['alert', AlertFields],
  ['fan', FanFields],
  ['inventory', InventoryFields],
  ['cable', CableFields],
  ['firmware', FirmwareFields],
])('the %s settings cannot be edited by someone who may only read them', (_, Fields) => {
  const allFeatures = { fanMode: 'automatic', plenumSensorAttached: true } as const;
  for (const loadMethod of ['siloscan max', 'pressure cable'] as const) {
    const markup = renderFields(Fields, { ...allFeatures, loadMethod }, false);
    const inputs = markup.match(/<(input|select|textarea)[^>]*>/g) ?? [];
    expect(inputs).not.toEqual([]);
    expect(inputs.filter((input) => !input.includes('disabled'))).toEqual([]);
  }
});

describe('the general settings', () => {
  it('offer channels 30 to 70, groups 1 to 10, both units, and humidity or moisture', () => {
    const markup = renderFields(GeneralFields);
    expect(listOptions(markup, 'Frequency')).toEqual(frequencies.map(String));
    expect(listOptions(markup, 'Bin-in')).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
      '10',
    ]);
    expect(listOptions(markup, 'Temperature unit')).toEqual(['Celsius (°C)', 'Fahrenheit (°F)']);
    expect(listOptions(markup, 'Second value in each cell')).toEqual([
      'Moisture (EMC)',
      'Relative humidity',
    ]);
  });
});

describe('the alerts', () => {
  it('show a limit only if its alert is enabled; by default 5 °C difference and 7 hours without data', () => {
    const markup = renderFields(AlertFields);
    const numbers = [...markup.matchAll(/<input[^>]*aria-label="([^"]*)"[^>]*value="([^"]*)"/g)];
    expect(numbers.map(([, name, value]) => [name, value])).toEqual([
      ['Temperature difference, °C', '5'],
      ['No data, hours', '7'],
    ]);
    expect(markup.match(/role="switch"/g)).toHaveLength(10);
  });

  it('show as text whether each alert or risk switch is on, because printed pages have no switches', () => {
    const listStates = (changes: Partial<Bin>) =>
      [...renderFields(AlertFields, changes).matchAll(/>(On|Off)<\/span>/g)].map(
        ([, text]) => text,
      );
    const alertsOff = ['Off', 'Off', 'Off', 'Off'];
    expect(listStates({})).toEqual([...alertsOff, 'On', 'On', 'On', 'On']);
    expect(listStates({ co2RiskEnabled: false })).toEqual([...alertsOff, 'On', 'Off', 'On', 'On']);
    expect(renderFields(FanFields, { fanAttached: true })).toMatch(/Fan[^<]*: (<!-- -->)?On<\/p>/);
  });

  it('state how many false alerts to expect at a hot spot limit, and when the alert is not critical', () => {
    const renderText = (changes: Partial<Bin>) =>
      renderFields(AlertFields, changes).replaceAll('\u00A0', ' ');
    const expectedSentence = (alerts: string) =>
      `In sound grain, expect about ${alerts} false alerts a month per 100 sensors.`;
    const defaultText = renderText({});
    expect(defaultText).toContain(expectedSentence('0.3'));
    expect(defaultText).not.toContain('the alert is a warning');
    const [, describedBy] =
      defaultText.match(/aria-label="Temperature difference[^>]*aria-describedby="(\S+)/) ?? [];
    expect(defaultText).toContain(`id="${describedBy}">In sound grain`);
    const lowLimitText = renderText({ differenceAlertC: 3, temperatureUnit: 'f' });
    expect(lowLimitText).toContain(
      `${expectedSentence('0.8')} With a limit below 9°, the alert is a warning, not critical.`,
    );
    expect(renderText({ differenceAlertEnabled: false })).not.toContain('false alerts');
  });
});

describe('the firmware settings', () => {
  it('offer bin stations, board types, firmware and modes', () => {
    const markup = renderFields(FirmwareFields);
    const binNumbers = listOptions(markup, 'Mainboard bin station');
    expect(binNumbers).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    expect(listOptions(markup, 'Board type')).toEqual(['Main', 'Remote']);
    expect(listOptions(markup, 'Firmware type')).toEqual(['Sleep', 'Realtime', 'Portable']);
    expect(listOptions(markup, 'Firmware status')).toEqual(['Completed/Stopped', 'Start']);
    expect(listOptions(markup, 'Installation mode')).toEqual(['Disabled', 'Enabled']);
    expect(markup).toContain(
      'Temporarily disables sleep mode. Disable installation mode after use.',
    );
  });

  it('offer the versions of the chosen firmware', () => {
    const listVersions = (changes: Partial<Bin>) =>
      listOptions(renderFields(FirmwareFields, changes), 'Firmware version');
    expect(listVersions({ firmwareName: 'sleep' }).at(-1)).toBe('2.104');
    expect(listVersions({ firmwareName: 'realtime' }).at(-1)).toBe('2.12');
    expect(listVersions({ firmwareName: 'portable', firmwareVersion: '2.05' })).toEqual(['2.05']);
  });

  it('are disabled for users who cannot change them', () => {
    const countDisabledSelects = (canChangeAll: boolean) =>
      renderFields(FirmwareFields, {}, canChangeAll).match(/<select[^>]*disabled/g)?.length ?? 0;
    expect([countDisabledSelects(true), countDisabledSelects(false)]).toEqual([0, 6]);
  });
});

describe('the inventory', () => {
  const listInventoryLabels = (loadMethod: Bin['loadMethod']) =>
    listLabels(renderFields(InventoryFields, { loadMethod }));

  it('asks for height, dead zone and release command with a radar sensor', () => {
    for (const method of ['siloscan pro', 'siloscan max'] as const) {
      expect(listInventoryLabels(method)).toEqual([
        'Inventory method',
        'Bin height',
        'Radar dead zone',
        'Release command: measure the bin height',
      ]);
    }
  });

  it('asks how many sensors two pressure cables have, and asks for nothing with a manual ledger', () => {
    expect(listInventoryLabels('pressure cable')).toEqual([
      'Inventory method',
      'Sensors on pressure cable 1 (Y1)',
      'Sensors on pressure cable 2 (Y2)',
    ]);
    expect(listInventoryLabels('manual')).toEqual(['Inventory method']);
    expect(listOptions(renderFields(InventoryFields), 'Inventory method')).toEqual([
      'Manual',
      'SiloScan Pro',
      'SiloScan Max',
      'Pressure cable',
    ]);
  });
});

describe("a board's settings", () => {
  it('state what is sent to the board, and what is not', () => {
    expect(renderFields(FirmwareFields)).toContain('Granary does not update board firmware yet');
    expect(renderFields(InventoryFields, { loadMethod: 'siloscan pro' })).toContain(
      'Sent to the board when you save.',
    );
  });
});

describe('the fan settings', () => {
  const automaticFan = { fanMode: 'automatic' } as const;
  const warning = 'Fan Threshold on/off fields are empty';

  it('ask for thresholds and outdoor limits of an automatic fan, with a warning', () => {
    const markup = renderFields(FanFields, automaticFan);
    for (const field of [
      'Start fan at',
      'Stop fan at',
      'Minimum ambient temperature',
      'Minimum ambient EMC',
      'Maximum ambient EMC',
    ]) {
      expect(listLabels(markup)).toContain(field);
    }
    expect(markup).toContain('Disable the sensors that are not under the grain');
  });

  it('warn only if a threshold of an automatic fan is empty', () => {
    const oneThreshold = { ...automaticFan, fanOnThreshold: 18 };
    expect(renderFields(FanFields, automaticFan)).toContain(warning);
    expect(renderFields(FanFields, oneThreshold)).toContain(warning);
    expect(renderFields(FanFields, { ...oneThreshold, fanOffThreshold: 0 })).not.toContain(warning);
    for (const fanMode of ['manual', 'scheduled'] as const) {
      expect(renderFields(FanFields, { fanMode })).not.toContain(warning);
    }
  });

  it.each(['manual', 'automatic', 'scheduled'] as const)(
    'have no schedule or button in %s mode',
    (fanMode) => {
      const markup = renderFields(FanFields, { fanMode });
      expect(markup).not.toContain('<button');
      expect(markup).not.toMatch(/Monday|Time Slot|Schedule Fan/i);
      // One switch for the fan, one for the plenum sensor.
      expect(markup.match(/role="switch"/g)).toHaveLength(2);
    },
  );

  it("link to the farm's list of bins in manual mode only", () => {
    const link = `<a href="/binsensorlist/12">Go to this farm's bins</a>`;
    const manualMarkup = renderFields(FanFields, { fanMode: 'manual', farmId: 12 });
    expect(manualMarkup).toContain(link);
    // Commands to this bin's fan work regardless of the modes of the other bins.
    expect(manualMarkup).not.toMatch(/manual mode/);
    for (const fanMode of ['automatic', 'scheduled'] as const) {
      expect(renderFields(FanFields, { fanMode, farmId: 12 })).not.toContain(link);
    }
  });

  it('offer three modes, and air speed limits if there is a plenum sensor', () => {
    expect(listOptions(renderFields(FanFields), 'Fan mode')).toEqual([
      'Manual',
      'Automatic',
      'Scheduled',
    ]);
    expect(listLabels(renderFields(FanFields))).not.toContain('Running above');
    expect(listLabels(renderFields(FanFields, { plenumSensorAttached: true }))).toEqual(
      expect.arrayContaining(['Running above', 'Stopped below']),
    );
    expect(listLabels(renderFields(FanFields, { fanAttached: false }))).toEqual(['Fan attached']);
  });

  it('ask for the power of the fan in every mode', () => {
    for (const fanMode of ['manual', 'automatic', 'scheduled'] as const) {
      const markup = renderFields(FanFields, { fanMode, fanKw: 7.5 });
      expect(listLabels(markup)).toContain('Fan motor power');
      expect(markup).toContain('value="7.5"');
    }
  });
});

describe('the cables', () => {
  it('offer sub-bins 1 to 8, and PGA from the top or others from the bottom', () => {
    const markup = renderFields(CableFields);
    expect(listOptions(markup, 'Sub-bin')).toEqual([
      '1st Bin',
      '2nd Bin',
      '3rd Bin',
      '4th Bin',
      '5th Bin',
      '6th Bin',
      '7th Bin',
      '8th Bin',
    ]);
    expect(listOptions(markup, 'Cable type')).toEqual([
      'PGA (top to bottom)',
      'Others (bottom to top)',
    ]);
    expect(listLabels(markup)).toEqual(
      expect.arrayContaining(['Cable name', 'Cable ID', 'Sub-bin', 'Cable type', 'Crop']),
    );
  });

  it('are limited to eight', () => {
    const [one] = makeBinWithSettings().cables;
    if (one === undefined) throw new Error('no cable');
    const repeatCable = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...one, cable: index + 1 }));
    expect(renderFields(CableFields, { cables: repeatCable(7) })).toContain('Add cable');
    expect(renderFields(CableFields, { cables: repeatCable(8) })).not.toContain('Add cable');
  });
});

describe('a setting that the board must confirm', () => {
  const withOpenCommand = (kind: SettingsKind) => ({ openCommands: [kind] });
  const unconfirmedText = 'Not confirmed by the board yet.';
  const notSentText = 'Saved, but not sent to the board. Save again to send it.';

  it('shows that the board has not confirmed it, and the current value if there is one', () => {
    const mode = { wantedInstallationMode: true, ...withOpenCommand('installation-mode') };
    expect(renderFields(FirmwareFields, mode)).toContain(
      `${unconfirmedText} Current value: Disabled.<`,
    );
    const radar = { loadMethod: 'siloscan max', radarHeightWanted: true } as const;
    expect(renderFields(InventoryFields, { ...radar, ...withOpenCommand('radar') })).toContain(
      `${unconfirmedText}<`,
    );
  });

  it('is shown as saved but not sent if it was saved before boards could receive commands', () => {
    expect(renderFields(FirmwareFields, { wantedInstallationMode: true })).toContain(notSentText);
    const radar = { loadMethod: 'siloscan max', radarHeightWanted: true } as const;
    expect(renderFields(InventoryFields, radar)).toContain(notSentText);
    expect(renderFields(InventoryFields, { ...radar, radarHeightWanted: false })).not.toContain(
      notSentText,
    );
  });
});
