import { useTranslation } from 'react-i18next';
import classes from './chart.module.css';

interface ChartNoteProps {
  /** What is drawn, in a sentence. */
  readonly summary: string;
  /** The limits and alerts of each panel that has some. */
  readonly marks: readonly string[];
  /** Whether bands are drawn where the fan ran. */
  readonly hasBands: boolean;
  /** Neighbours are drawn as one. */
  readonly isMerged: boolean;
}

/** What the bands of a chart mean, and apart from that what is drawn. */
export function ChartNote({ summary, marks, hasBands, isMerged }: ChartNoteProps) {
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
      {isMerged && <p>{t('chart.merged')}</p>}
    </div>
  );
}
