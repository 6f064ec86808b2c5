import classes from './fan-icon.module.css';
import type { FanState } from './states.ts';

export interface FanIconProps {
  readonly state: FanState;
  /** Width and height, px. */
  readonly size?: number;
  /** Draws the round housing; otherwise only the blades, for lists and cards. */
  readonly hasHousing?: boolean;
  /** The accessible name; without it the symbol is decorative. */
  readonly label?: string;
}

/** A fan icon: its blades are filled and turn when the fan is on, and are outlined otherwise. */
export function FanIcon({ state, size = 20, hasHousing = false, label }: FanIconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox={hasHousing ? '-20 -20 40 40' : '-14 -14 28 28'}
      style={{ flex: 'none' }}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <FanGlyph state={state} hasHousing={hasHousing} />
    </svg>
  );
}

/** The fan as SVG, centered on the origin: housing radius 18.5, blade radius 12.5. */
export function FanGlyph({ state, hasHousing }: { state: FanState; hasHousing: boolean }) {
  return (
    <g className={classes['fan']} data-state={state} data-housing={hasHousing}>
      {hasHousing && <circle className={classes['housing']} r={18.5} />}
      <g className={classes['blades']}>
        {[0, 120, 240].map((angle) => (
          <path key={angle} d={BLADE} transform={`rotate(${angle})`} />
        ))}
      </g>
      {state === 'no-air' && (
        <path className={classes['strike']} d={hasHousing ? 'M-13-13 13 13' : 'M-11-11 11 11'} />
      )}
    </g>
  );
}

const BLADE = 'M0 0C-3.5-4-4-12.5 2.5-12.5 9.5-12.5 8-4.5 0 0Z';
