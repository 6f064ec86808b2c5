import { memo } from 'react';
import { token } from '../components/theme/tokens.ts';
import classes from './bin-picture.module.css';
import type { CellAppearance, CellValue } from './cell-appearance.ts';
import { FittedText } from './fitted-text.tsx';
import { makeCellKey } from './geometry.ts';
import { estimateTextWidth } from './gutter.ts';
import { type Layout, type PlacedCell } from './layout.ts';
import type { TextVariants } from './model.ts';
import { maxTextWidth, maxTwinTextWidth } from './sizes.ts';

export interface CellViewProps {
  readonly placedCell: PlacedCell;
  readonly appearance: CellAppearance;
  /** The cell is drawn with a ring. */
  readonly isTooWet: boolean;
  readonly size: CellSize;
  readonly label: string;
  readonly disabledText: TextVariants;
  readonly isTabStop: boolean;
  readonly isSelected: boolean;
}

type CellSize = Pick<
  Layout,
  'pitch' | 'rowPitch' | 'cellWidth' | 'cellHeight' | 'fontSize' | 'extraWidth'
>;

/** One sensor; rendered again only when its props change. */
export const CellView = memo(function CellView(props: CellViewProps) {
  const { placedCell, size, label } = props;
  return (
    <g
      role="gridcell"
      className={classes['cell']}
      aria-colindex={placedCell.column + 2}
      aria-selected={props.isSelected}
      tabIndex={props.isTabStop ? 0 : -1}
      data-cell={makeCellKey({ cable: placedCell.cable.number, depth: placedCell.cell.depth })}
      transform={`translate(${placedCell.x} ${placedCell.y})`}
    >
      <g role="img" aria-label={label}>
        <AppearanceView
          appearance={props.appearance}
          size={size}
          disabledText={props.disabledText}
        />
        {props.isTooWet && <TooWetRing size={size} />}
        {placedCell.cell.status === 'mute' && (
          <g transform={`translate(${size.cellWidth / 2 - 1} ${1 - size.cellHeight / 2})`}>
            <circle r={4.5} className={classes['muted']} />
            <path d="M-2.2 2.2 2.2-2.2" className={classes['muted']} />
          </g>
        )}
      </g>
    </g>
  );
});

/** Half the width of the ring's line, px. */
const HALF_RING_STROKE = 1;
const MAX_RING_SPACE = 2;

/** A ring as far outside the cell as the neighboring cells allow. */
function TooWetRing({ size }: { readonly size: CellSize }) {
  const limitRingSpace = (gap: number) =>
    Math.max(0, Math.min(MAX_RING_SPACE, gap / 2 - HALF_RING_STROKE));
  const widestCellWidth = size.cellWidth + size.extraWidth;
  const width = widestCellWidth + 2 * limitRingSpace(size.pitch - widestCellWidth);
  const height = size.cellHeight + 2 * limitRingSpace(size.rowPitch - size.cellHeight);
  return (
    <rect
      x={-width / 2}
      y={-height / 2}
      width={width}
      height={height}
      rx={6}
      className={classes['tooWet']}
    />
  );
}

interface AppearanceViewProps {
  readonly appearance: CellAppearance;
  readonly size: CellSize;
  readonly disabledText: TextVariants;
}

function AppearanceView({ appearance, size, disabledText }: AppearanceViewProps) {
  const { cellWidth, cellHeight, fontSize } = size;
  const box = { x: -cellWidth / 2, y: -cellHeight / 2, width: cellWidth, height: cellHeight };
  switch (appearance.kind) {
    case 'missing':
      return (
        <>
          <circle r={4} className={classes['knot']} />
          <path d="M-1.8 0H1.8" className={classes['knot']} />
        </>
      );
    case 'disabled': {
      const { long, short } = disabledText;
      const text = estimateTextWidth(long, 12) + 6 <= cellWidth ? long : short;
      return (
        <>
          <rect {...box} rx={4} fill={token('off')} />
          <CellText
            text={text}
            x={0}
            maxWidth={maxTextWidth(cellWidth)}
            fontSize={12}
            className="off"
          />
        </>
      );
    }
    case 'headspace':
      return (
        <>
          <rect {...box} rx={cellHeight / 2} className={classes['headspace']} />
          <CellText
            text={appearance.text}
            x={0}
            maxWidth={maxTextWidth(cellWidth)}
            fontSize={fontSize}
            className="air"
          />
        </>
      );
    case 'single':
      return <SingleValueCell value={appearance.value} size={size} />;
    case 'pair':
      return <SplitCell left={appearance.left} right={appearance.right} size={size} />;
  }
}

function SingleValueCell({ value, size }: { value: CellValue; size: CellSize }) {
  const width = size.cellWidth + (value.isWide ? size.extraWidth : 0);
  return (
    <>
      <rect
        x={-width / 2}
        y={-size.cellHeight / 2}
        width={width}
        height={size.cellHeight}
        rx={value.isAlarm ? 0 : 4}
        fill={token(value.fill)}
        stroke={token(value.line)}
        strokeWidth={value.isAlarm ? 2 : 1}
      />
      <ValueText value={value} x={0} maxWidth={maxTextWidth(width)} fontSize={size.fontSize} />
    </>
  );
}

/** Temperature on the left, moisture on the right; a temperature alarm is drawn on top. */
function SplitCell({ left, right, size }: { left: CellValue; right: CellValue; size: CellSize }) {
  const half = size.cellWidth / 2;
  const isLeftOnTop = left.isAlarm;
  const halves = [
    <Half key="left" value={left} side={-1} size={size} />,
    <Half key="right" value={right} side={1} size={size} />,
  ];
  return (
    <>
      {isLeftOnTop ? halves.toReversed() : halves}
      <ValueText
        value={left}
        x={-half / 2}
        maxWidth={maxTwinTextWidth(size.cellWidth)}
        fontSize={size.fontSize}
      />
      <ValueText
        value={right}
        x={half / 2}
        maxWidth={maxTwinTextWidth(size.cellWidth)}
        fontSize={size.fontSize}
      />
    </>
  );
}

function Half({ value, side, size }: { value: CellValue; side: 1 | -1; size: CellSize }) {
  const half = size.cellWidth / 2;
  const top = -size.cellHeight / 2;
  const bottom = size.cellHeight / 2;
  if (value.isAlarm) {
    const alarmHalfWidth = half + (value.isWide ? size.extraWidth / 2 : 0);
    return (
      <rect
        x={side < 0 ? -alarmHalfWidth : 0}
        y={top}
        width={alarmHalfWidth}
        height={size.cellHeight}
        fill={token(value.fill)}
        stroke={token(value.line)}
        strokeWidth={2}
      />
    );
  }
  const edge = side * half;
  const corner = edge - side * 4;
  // Open in the middle, so that there is no line between the halves.
  const outline = [
    `M0 ${top}H${corner}Q${edge} ${top} ${edge} ${top + 4}`,
    `V${bottom - 4}Q${edge} ${bottom} ${corner} ${bottom}H0`,
  ].join('');
  return (
    <path d={outline} fill={token(value.fill)} stroke={token(value.line)} strokeOpacity={0.6} />
  );
}

interface ValueTextProps {
  readonly value: CellValue;
  readonly x: number;
  readonly maxWidth: number;
  readonly fontSize: number;
}

function ValueText({ value, ...rest }: ValueTextProps) {
  const className = value.isAlarm ? 'alarm' : 'figure';
  return <CellText text={value.text} fill={token(value.ink)} className={className} {...rest} />;
}

interface CellTextProps {
  readonly text: string;
  readonly x: number;
  readonly maxWidth: number;
  readonly fontSize: number;
  readonly className: 'figure' | 'alarm' | 'air' | 'off';
  readonly fill?: string;
}

function CellText({ text, x, maxWidth, fontSize, className, fill }: CellTextProps) {
  return (
    <FittedText
      text={text}
      x={x}
      y={fontSize * 0.36}
      maxWidth={maxWidth}
      fontSize={fontSize}
      className={classes[className]}
      fill={fill}
    />
  );
}
