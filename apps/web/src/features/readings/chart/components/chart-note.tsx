import { useTranslation } from 'react-i18next';
import classes from './chart.module.css';

interface ChartNoteProps {
  /** A sentence that describes the chart. */
  readonly summary: string;
  /** The limits and alerts of the panels. */
  readonly marks: readonly string[];
  /** Whether the fan's runs are drawn as bands. */
  readonly hasBands: boolean;
  /** Names the time zone of the times or days. */
  readonly zone: string;
  /** Whether neighboring readings are combined. */
  readonly isMerged: boolean;
}

/** The legend of the bands, and the description of the chart. */
export function ChartNote({ summary, marks, hasBands, zone, isMerged }: ChartNoteProps) {
  const { t } = useTranslation();
  return (
    <div className={classes['note']}>
      {hasBands && (
        <p>
          <span className={classes['band']} aria-hidden />
          {t('fan.fanOn')}
        </p>
      )}
      <p>{summary}</p>
      {marks.map((mark) => (
        <p key={mark}>{mark}</p>
      ))}
      <p>{zone}</p>
      {isMerged && <p>{t('chart.merged')}</p>}
    </div>
  );
}
