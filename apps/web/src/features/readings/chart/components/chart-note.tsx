import { useTranslation } from 'react-i18next';
import type { BandColumn } from '../fan-column.ts';
import classes from './chart.module.css';

interface ChartNoteProps {
  /** A sentence that describes the chart. */
  readonly summary: string;
  /** Sentences about the panels, such as their limits and alerts. */
  readonly notes: readonly string[];
  /** The columns that are drawn as bands. */
  readonly bands: readonly Pick<BandColumn, 'kind' | 'legend'>[];
  /** Names the time zone of the times or days. */
  readonly zone: string;
  /** Whether neighboring readings are combined. */
  readonly isMerged: boolean;
}

/** The legend for the bands, and a description of the chart. */
export function ChartNote({ summary, notes, bands, zone, isMerged }: ChartNoteProps) {
  const { t } = useTranslation();
  return (
    <div className={classes['note']}>
      {bands.map(({ kind, legend }) => (
        <p key={kind}>
          <span className={classes['band']} data-of={kind} aria-hidden />
          {legend}
        </p>
      ))}
      <p>{summary}</p>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <p>{zone}</p>
      {isMerged && <p>{t('chart.merged')}</p>}
    </div>
  );
}
