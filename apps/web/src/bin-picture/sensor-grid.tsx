import type { TemperatureUnit } from '@granary/domain/units';
import { memo, useMemo } from 'react';
import classes from './bin-picture.module.css';
import { compareToLimits, isTooWet, makeCellFormat, toAppearance } from './cell-appearance.ts';
import { CellView } from './cell-view.tsx';
import { LABEL_ROWS, makeCellKey } from './geometry.ts';
import type { Layout } from './layout.ts';
import type { CellAddress, CustomColors, PictureTexts } from './model.ts';

export interface SensorGridProps {
  readonly layout: Layout;
  /** The number of rows in the whole bin. */
  readonly rowCount: number;
  readonly locale: string;
  readonly unit: TemperatureUnit;
  readonly hotSensors: readonly CellAddress[];
  readonly texts: PictureTexts;
  /** Key of the only cell that Tab can focus. */
  readonly tabStop: string | null;
  readonly selected: CellAddress | null;
  readonly customColors: CustomColors | undefined;
}

/** The sensors as an accessible grid: a row for each depth, a column for each cable. */
export const SensorGrid = memo(function SensorGrid(props: SensorGridProps) {
  const { layout, texts, tabStop, selected } = props;
  const rows = useRows(props);
  const selectedKey = selected === null ? null : makeCellKey(selected);
  return (
    <g
      role="grid"
      aria-label={texts.title}
      aria-rowcount={props.rowCount + 1}
      aria-colcount={layout.cables.length + 1}
    >
      <HeaderRow layout={layout} texts={texts} />
      {rows.map(({ depth, y, cells }) => (
        <g key={depth} role="row" aria-rowindex={depth + 1}>
          <g role="rowheader" aria-colindex={1} aria-label={texts.row(depth)}>
            <text x={layout.frame.wallLeft - 6} y={y + 4} className={classes['rowNumber']}>
              {depth}
            </text>
          </g>
          {cells.map(({ key, placed, appearance, isTooWet, label }) => (
            <CellView
              key={key}
              placedCell={placed}
              appearance={appearance}
              isTooWet={isTooWet}
              size={layout}
              label={label}
              disabledText={texts.disabled}
              isTabStop={tabStop === key}
              isSelected={selectedKey === key}
            />
          ))}
        </g>
      ))}
    </g>
  );
});

function useRows({ layout, texts, hotSensors, locale, unit, customColors }: SensorGridProps) {
  return useMemo(() => {
    const format = makeCellFormat(locale, unit, customColors);
    const hotKeys = new Set(hotSensors.map(makeCellKey));
    return layout.rows.map(({ depth, y }) => ({
      depth,
      y,
      cells: layout.cells
        .filter((placed) => placed.cell.depth === depth)
        .map((placed) => {
          const { cable, cell, isInHeadspace } = placed;
          const key = makeCellKey({ cable: cable.number, depth });
          const facts = {
            cable,
            cell,
            isInHeadspace,
            isHotSpot: hotKeys.has(key),
            isTooWet: isTooWet(cell, isInHeadspace),
          };
          return {
            key,
            placed,
            appearance: toAppearance(cable, cell, isInHeadspace, layout.shownValues, format),
            isTooWet: facts.isTooWet,
            label: texts.cell({ ...facts, ...compareToLimits(cable, cell, isInHeadspace) }),
          };
        }),
    }));
  }, [layout, texts, hotSensors, locale, unit, customColors]);
}

/** Line height of sub-bin names, px. */
const LINE_HEIGHT = 15;

/** The sub-bin names below the eave; if one is too wide for its sub-bin, all are vertical. */
function SubBinNames({ layout }: { layout: Layout }) {
  const { frame, subBins, rowPitch } = layout;
  const middle = (frame.eave + frame.labelY - (LABEL_ROWS / 2) * rowPitch) / 2;
  return (
    <g aria-hidden>
      {subBins.map(({ subBin, x, lines, isRotated }) =>
        lines.map((line, index) => {
          const lineX = x + LINE_HEIGHT * (index - (lines.length - 1) / 2) + 4;
          return (
            <text
              key={`${subBin}-${line}`}
              className={classes['subBin']}
              {...(isRotated
                ? { transform: `translate(${lineX} ${middle}) rotate(-90)` }
                : { x, y: frame.eave + LINE_HEIGHT * (index + 1) - 1 })}
            >
              {line}
            </text>
          );
        }),
      )}
    </g>
  );
}

function HeaderRow({ layout, texts }: { layout: Layout; texts: PictureTexts }) {
  const { frame, cables } = layout;
  return (
    <>
      <SubBinNames layout={layout} />
      <g role="row" aria-rowindex={1}>
        {cables.map(({ cable, x }, column) => (
          <g
            key={cable.number}
            role="columnheader"
            aria-colindex={column + 2}
            aria-label={texts.cable(cable)}
          >
            <text x={x} y={frame.labelY + 4} className={classes['cableNumber']}>
              {cable.number}
            </text>
          </g>
        ))}
      </g>
    </>
  );
}
