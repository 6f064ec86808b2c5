import { useTranslation } from 'react-i18next';
import classes from './chart.module.css';

interface ChartNoteProps {
  /** What is drawn, in a sentence. */
  readonly summary: string;
  /** Whether bands are drawn where the fan ran. */
  readonly hasBands: boolean;
  /** Neighbours are drawn as one. */
  readonly isMerged: boolean;
}

/** What the bands of a chart mean, and apart from that what is drawn. */
export function ChartNote({ summary, hasBands, isMerged }: ChartNoteProps) {
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
      {isMerged && <p>{t('chart.merged')}</p>}
    </div>
  );
}
