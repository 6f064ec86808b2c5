import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { BinDrawing } from './bin-picture.tsx';
import { Legend, listSwatches } from './legend.tsx';
import { MiniBin } from './mini-bin.tsx';
import type { BinPictureProps } from './model.ts';
import { cable, cables, cell, knownLevel, texts } from './picture.fixture.ts';

function draw(props: Partial<BinPictureProps> = {}, width = 366): string {
  return renderToStaticMarkup(
    <BinDrawing
      width={width}
      cables={cables(5, 16)}
      level={knownLevel(71.6)}
      unit="c"
      locale="en"
      shownValues="both"
      page={0}
      hotSensors={[]}
      hotSpotSeverity="critical"
      plenum={{ long: 'Plenum 0.0 m/s · 0 Pa', short: 'Plenum 0.0 m/s' }}
      fan={{ state: 'off', label: 'Fan off' }}
      outside={{ label: 'Outside', long: '6.2 °C · 65 %', short: '6.2 °C' }}
      selected={null}
      onSelect={() => {}}
      onMenu={() => {}}
      texts={texts}
      {...props}
    />,
  );
}

function count(markup: string, part: string): number {
  return markup.split(part).length - 1;
}

describe('the picture', () => {
  it('is a grid of rows and cells with one tab stop', () => {
    const markup = draw();
    expect(count(markup, 'role="grid"')).toBe(1);
    expect(count(markup, 'role="row"')).toBe(17);
    expect(count(markup, 'role="gridcell"')).toBe(80);
    expect(count(markup, 'tabindex="0"')).toBe(1);
  });

  it('labels each cell with its cable, sensor and state', () => {
    const hot = cable(3, 16, {
      cells: [cell(1), cell(2, { temperature: 31.4, moisture: 19 })],
    });
    const markup = draw({
      cables: [hot],
      level: knownLevel(50),
      hotSensors: [{ cable: 3, depth: 2 }],
    });
    expect(markup).toContain('"Cable 3, sensor 2, at-or-above, above, under grain, hot spot"');
    expect(markup).toContain('"Cable 3, sensor 1, in the air"');
  });

  it('marks a hot spot with the severity that the other pages show', () => {
    const hotSensors = [{ cable: 3, depth: 2 }];
    for (const hotSpotSeverity of ['critical', 'warning', 'watch'] as const) {
      const markup = draw({ hotSensors, hotSpotSeverity });
      const severities = markup.match(/data-severity="[a-z]+"/g) ?? [];
      // The icon, its label, and the list below.
      expect(new Set(severities)).toEqual(new Set([`data-severity="${hotSpotSeverity}"`]));
      expect(severities).toHaveLength(3);
    }
  });

  it('draws a ring around sensors in grain that is too wet to store, and labels them "too wet to store"', () => {
    const wet = { humidity: 71, temperature: 15 };
    const list = [
      cable(1, 4, {
        cells: [cell(1, wet), cell(2, wet), cell(3, { humidity: 70 }), cell(4, wet)],
      }),
      cable(2, 4, {
        cells: [
          cell(1, wet),
          cell(2, { ...wet, temperature: 3 }),
          cell(3, { ...wet, status: 'disable' }),
          cell(4, { ...wet, status: 'mute' }),
        ],
      }),
    ];
    const markup = draw({ cables: list, level: knownLevel(70) });
    const ringedCells = [...markup.matchAll(/data-cell="([^"]+)"(?:(?!data-cell).)*tooWet/gs)];
    expect(ringedCells.map(([, key]) => key)).toEqual(['1-2', '1-4', '2-4']);
    const tooWetLabels = [...markup.matchAll(/"Cable (\d), sensor (\d)[^"]*too wet to store"/g)];
    expect(tooWetLabels.map(([, cable, sensor]) => `${cable}-${sensor}`)).toEqual([
      '1-2',
      '1-4',
      '2-4',
    ]);
    const listSwatchesAt = (level: number) => listSwatches(list, knownLevel(level), 'temperature');
    expect(listSwatchesAt(70)).toContain('too-wet');
    expect(listSwatchesAt(0)).not.toContain('too-wet');
  });

  it('has the tab stop on the selected cell and marks it as selected', () => {
    const markup = draw({ selected: { cable: 2, depth: 9 } });
    expect(markup).toMatch(/aria-selected="true" tabindex="0" data-cell="2-9"/);
    expect(count(markup, 'aria-selected="true"')).toBe(1);
  });

  it('lists each hot spot below, with numbers if there are more than two', () => {
    const threeHotSensors = [1, 3, 5].map((number) => ({ cable: number, depth: 8 }));
    expect(count(draw({ hotSensors: threeHotSensors }), '<li>')).toBe(3);
    expect(draw({ hotSensors: threeHotSensors })).toContain('data-numbered="true"');
    const twoSpotMarkup = draw({ hotSensors: threeHotSensors.slice(1) });
    expect(twoSpotMarkup).toContain('data-numbered="false"');
    expect(twoSpotMarkup).toContain('Cable 3: 31.4 °C, 11.3° above the others.');
    expect(count(twoSpotMarkup, '<li>')).toBe(2);
    expect(draw()).not.toContain('<li>');
  });

  it('does not draw a fan if the bin has none', () => {
    expect(draw({ fan: null })).not.toContain('Fan off');
  });

  it('shows "disabled" if it fits, otherwise "off"', () => {
    const disabledSensorCables = [
      cable(1, 2, { cells: [cell(1), cell(2, { status: 'disable' })] }),
    ];
    expect(draw({ cables: disabledSensorCables }, 700)).toContain('>disabled<');
    expect(draw({ cables: disabledSensorCables })).toContain('>off<');
  });

  it('draws a bin without cables', () => {
    expect(draw({ cables: [] })).toContain('role="grid"');
  });
});

describe('the legend', () => {
  it('explains only the symbols in the picture', () => {
    const binCables = [
      cable(1, 4, {
        cells: [
          cell(1),
          cell(2, { status: 'mute' }),
          cell(3, { status: 'disable' }),
          cell(4, { temperature: null, moisture: null, humidity: null }),
        ],
      }),
    ];
    expect(listSwatches(binCables, knownLevel(70), 'both')).toEqual([
      'below',
      'above',
      'headspace',
      'moisture-within',
      'muted',
      'disabled',
      'missing',
    ]);
    expect(listSwatches(cables(1, 4), { kind: 'unknown' }, 'temperature')).toEqual([
      'below',
      'above',
    ]);
  });

  it('omits the temperature bands if only moisture is shown', () => {
    const renderLegend = (shownValues: 'temperature' | 'moisture') =>
      renderToStaticMarkup(
        <Legend
          cables={cables(1, 4)}
          level={knownLevel(80)}
          shownValues={shownValues}
          texts={legendTexts}
          bandsText="Darker is hotter"
        />,
      );
    expect(renderLegend('temperature')).toContain('Darker is hotter');
    expect(renderLegend('moisture')).not.toContain('Darker is hotter');
  });
});

const legendTexts = {
  below: 'Below 28 °C',
  above: '28 °C or more',
  headspace: 'Above the grain',
  'moisture-below': 'Moisture below',
  'moisture-within': 'Moisture within limits',
  'moisture-above': 'Moisture above',
  humidity: 'Humidity, % RH',
  'too-wet': 'Too wet to store',
  muted: 'Muted',
  disabled: 'Disabled',
  missing: 'No reading',
};

describe('the mini bin', () => {
  const renderMiniBin = (props: Partial<Parameters<typeof MiniBin>[0]>) =>
    renderToStaticMarkup(
      <MiniBin
        cableCount={5}
        level={knownLevel(60)}
        age="fresh"
        hottest={null}
        levelUnknownText="level ?"
        {...props}
      />,
    );

  it('is hidden from screen readers', () => {
    expect(renderMiniBin({})).toMatch(/^<svg aria-hidden="true"/);
  });

  it('has a dashed outline unless the readings are fresh', () => {
    expect(renderMiniBin({})).not.toContain('stroke-dasharray="4 3"');
    expect(renderMiniBin({ age: 'no-data' })).toContain('stroke-dasharray="4 3"');
  });

  it('shows a question mark for an unknown value', () => {
    expect(renderMiniBin({ level: { kind: 'unknown' } })).toContain('level ?');
    expect(renderMiniBin({ level: { kind: 'unknown' }, age: 'never-read' })).toContain('>?<');
  });
});
