import type { Bin } from '@granary/contract/bins/http';
import type { Millis } from '@granary/domain/units';
import { CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { toSensorCables } from '../../../bin-data/sensor-cables.ts';
import type { CellAddress } from '../../../bin-picture/model.ts';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { Notice } from '../../../components/notice.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { readingAtQuery } from '../../../features/readings/api/get-reading.ts';
import { InfoCardGrid } from '../../../features/readings/components/info-card-grid.tsx';
import { PictureCard } from '../../../features/readings/components/picture-card.tsx';
import { buildInfoCards } from '../../../features/readings/info-cards.ts';
import { findOutdoorAir } from '../../../features/readings/outdoor-air.ts';
import { useNow } from '../../../lib/clock.ts';
import { useFormat } from '../../../lib/use-format.ts';
import classes from './bin-results.module.css';

interface ComparedRecordProps {
  readonly bin: Bin;
  /** The newest record up to this time is shown. */
  readonly at: Millis;
  /** Shared with the displayed record. */
  readonly selection: {
    readonly selected: CellAddress | null;
    readonly page: number;
    readonly showPage: (page: number) => void;
    readonly select: (cell: CellAddress) => void;
  };
  readonly onClose: () => void;
}

/** A second record of the bin, with its picture and values, next to the one already displayed. */
export function ComparedRecord({ bin, at, selection, onClose }: ComparedRecordProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  const query = useQuery(readingAtQuery(bin.id, at));
  const reading = query.data ?? null;
  const cables = useMemo(
    () => (reading === null ? [] : toSensorCables(bin, reading)),
    [bin, reading],
  );
  const context = { t, format };
  return (
    <section className={classes['compared']} aria-label={t('records.compared')}>
      <div className={classes['comparedHead']}>
        <b>
          {t('records.comparedAt', {
            time: reading === null ? format.dateTime(at, now) : format.dateTime(reading.at, now),
          })}
        </b>
        <CloseButton size={44} aria-label={t('records.stopComparing')} onClick={onClose} />
      </div>
      <QueryContent query={query} loadingContent={<LoadingBlocks count={1} height={600} />}>
        {(record) => {
          if (record === null) return <Notice state="unknown" title={t('records.none')} />;
          const outdoorAir = findOutdoorAir(bin, record, false);
          return (
            <>
              <PictureCard
                bin={bin}
                reading={record}
                cables={cables}
                isLatest={false}
                outdoorAir={outdoorAir}
                selectedCell={selection.selected}
                page={selection.page}
                onPage={selection.showPage}
                onSelect={selection.select}
                onMenu={selection.select}
                nav={null}
                menu={null}
              />
              <InfoCardGrid cards={buildInfoCards(bin, record, outdoorAir, context)} />
            </>
          );
        }}
      </QueryContent>
    </section>
  );
}
