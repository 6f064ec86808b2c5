import classes from './chart.module.css';
import type { readOut } from './chart-words.ts';

export interface ChartReadoutProps {
  /** When the record stands. */
  readonly time: string;
  readonly rows: ReturnType<typeof readOut>;
}

/** What a record says, in a place of its own, so that no thumb hides it. */
export function ChartReadout({ time, rows }: ChartReadoutProps) {
  return (
    <div className={classes['readout']}>
      <b className={classes['time']}>{time}</b>
      <dl>
        {rows.map(({ key, line, label, value }) => (
          <div key={key}>
            <dt>
              <span
                className={classes['mark']}
                style={{ background: `var(--gr-${line.color})` }}
                data-thin={line.isThin}
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
