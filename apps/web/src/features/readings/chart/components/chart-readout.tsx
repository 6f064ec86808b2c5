import type { ReadoutRow } from '../chart-text.ts';
import classes from './chart.module.css';

export interface ChartReadoutProps {
  readonly timeText: string;
  readonly rows: readonly ReadoutRow[];
}

/** A record's values, in a fixed place that the user's thumb does not cover. */
export function ChartReadout({ timeText, rows }: ChartReadoutProps) {
  return (
    <div className={classes['readout']}>
      <b className={classes['time']}>{timeText}</b>
      <dl>
        {rows.map(({ label, value, color, isThin }, index) => (
          // Rows keep their order, and labels can repeat if two sensors are at the same depth.
          <div key={`${index} ${label}`}>
            <dt>
              <span
                className={classes['swatch']}
                style={{ background: `var(--gr-${color})` }}
                data-thin={isThin}
                aria-hidden
              />
              {label}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
