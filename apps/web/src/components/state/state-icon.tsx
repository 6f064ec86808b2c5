import type { ReactElement } from 'react';
import { token } from '../theme/tokens.ts';
import type { State } from './states.ts';

export interface StateShapeProps {
  readonly state: State;
  /** Width and height, px. */
  readonly size?: number;
  /** The accessible name; without it the symbol is decorative. */
  readonly label?: string;
  /** True on a critical fill: the symbol is white and its mark has the fill's color. */
  readonly isInverted?: boolean;
}

/** A state's symbol, recognizable without its color. */
export function StateIcon({ state, size = 16, label, isInverted = false }: StateShapeProps) {
  const color = isInverted ? token('on-critical') : token(state);
  const markColor = isInverted ? token('critical-fill') : token('card');
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke={color}
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      {shapes[state](color, markColor)}
    </svg>
  );
}

type Shape = (color: string, markColor: string) => ReactElement;

const renderExclamationMark = (markColor: string, top: number, bottom: number, dot: number) => (
  <>
    <path d={`M8 ${top}V${bottom}`} stroke={markColor} strokeWidth={1.9} />
    <circle cx={8} cy={dot} r={1.1} fill={markColor} stroke="none" />
  </>
);

const shapes: Readonly<Record<State, Shape>> = {
  ok: () => (
    <>
      <circle cx={8} cy={8} r={6.2} />
      <path d="M5.2 8.3 7.2 10.2 10.9 6.1" />
    </>
  ),
  watch: (color) => (
    <>
      <path d="M8 1.4 14.6 8 8 14.6 1.4 8Z" />
      <circle cx={8} cy={8} r={1.7} fill={color} stroke="none" />
    </>
  ),
  warning: (color, mark) => (
    <>
      <path d="M8 2 14.6 13.8H1.4Z" fill={color} />
      {renderExclamationMark(mark, 6, 9.2, 11.8)}
    </>
  ),
  critical: (color, mark) => (
    <>
      <path
        d="M5.2 1.2H10.8L14.8 5.2V10.8L10.8 14.8H5.2L1.2 10.8V5.2Z"
        fill={color}
        stroke="none"
      />
      {renderExclamationMark(mark, 4.4, 8.2, 11.4)}
    </>
  ),
  'no-data': () => (
    <>
      <circle cx={8} cy={8} r={6.2} strokeDasharray="3.1 1.77" strokeLinecap="butt" />
      <path d="M5.4 8H10.6" />
    </>
  ),
  unknown: (color) => (
    <>
      <rect x={1.8} y={1.8} width={12.4} height={12.4} rx={2} />
      <path d="M6.2 6.3A1.9 1.9 0 1 1 8.9 8C8.3 8.3 8 8.6 8 9.3" strokeWidth={1.5} />
      <circle cx={8} cy={11.5} r={0.95} fill={color} stroke="none" />
    </>
  ),
};
