import type { CropUnit } from '@granary/contract/units';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatGrainQuantity } from '../../../bin-data/format-grain-quantity.ts';
import { MiniBin } from '../../../bin-picture/mini-bin.tsx';
import type { Level } from '../../../bin-picture/model.ts';
import { useFormat } from '../../../lib/use-format.ts';
import classes from './inventory.module.css';

export interface FillCardProps {
  readonly level: Level;
  /** Current volume and size; null if unknown. */
  readonly volume: number | null;
  readonly size: number | null;
  readonly unit: CropUnit;
  /** When the level was measured, as text; empty for a manual ledger or without a reading. */
  readonly measuredText: string;
  readonly children: ReactNode;
}

/** Shows how full a bin is: as a picture, a percentage and an amount. */
export function FillCard({ level, volume, size, unit, measuredText, children }: FillCardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const formatAmount = (value: number) => formatGrainQuantity(value, unit, { t, format });
  return (
    <section className={classes['fill']} aria-label={t('loads.fill')}>
      <div className={classes['picture']}>
        <MiniBin
          cableCount={0}
          level={level}
          age="fresh"
          hottest={null}
          levelUnknownText={t('loads.levelUnknown')}
        />
      </div>
      <div>
        <p className={classes['percent']}>
          {level.kind === 'known' ? format.percent(level.percent) : t('loads.unknown')}
        </p>
        {volume !== null && <p>{formatAmount(volume)}</p>}
        {size !== null && (
          <p className={classes['secondary']}>{t('loads.of', { size: formatAmount(size) })}</p>
        )}
        {measuredText !== '' && <p className={classes['secondary']}>{measuredText}</p>}
        <div className={classes['extra']}>{children}</div>
      </div>
    </section>
  );
}
