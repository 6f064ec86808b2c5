import type { Bin } from '@granary/contract/bins/http';
import type { Reading } from '@granary/contract/readings/reading-response';
import type { SensorLocation } from '@granary/domain/readings/sensor-series';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { latestReadingQuery } from '../../../../bin-data/latest-reading.ts';
import { toSensorCables } from '../../../../bin-data/sensor-cables.ts';
import { Dialog } from '../../../../components/dialog.tsx';
import { LoadingBlocks } from '../../../../components/loading-blocks.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { QueryContent } from '../../../../components/query-content.tsx';
import { PictureCard } from '../../components/picture-card.tsx';

interface SensorPickerProps {
  readonly bin: Bin;
  readonly onPick: (sensor: SensorLocation) => void;
  readonly onClose: () => void;
}

/** A dialog with the picture of the latest reading, for choosing a sensor. */
export function SensorPicker({ bin, onPick, onClose }: SensorPickerProps) {
  const { t } = useTranslation();
  const query = useQuery(latestReadingQuery(bin.id));
  return (
    <Dialog title={t('chart.pickSensor')} size={820} onClose={onClose}>
      <QueryContent query={query} loadingContent={<LoadingBlocks count={1} height={400} />}>
        {(reading) =>
          reading === null ? (
            <Notice state="unknown" title={t('bins.noReading')} />
          ) : (
            <Picture bin={bin} reading={reading} onPick={onPick} />
          )
        }
      </QueryContent>
    </Dialog>
  );
}

interface PictureProps extends Pick<SensorPickerProps, 'bin' | 'onPick'> {
  readonly reading: Reading;
}

function Picture({ bin, reading, onPick }: PictureProps) {
  const [page, setPage] = useState(0);
  const cables = useMemo(() => toSensorCables(bin, reading), [bin, reading]);
  const pick = ({ cable, depth }: { readonly cable: number; readonly depth: number }) =>
    onPick({ cable, row: depth });
  return (
    <PictureCard
      bin={bin}
      reading={reading}
      cables={cables}
      isLatest
      outdoorAir={null}
      selectedCell={null}
      page={page}
      onPage={setPage}
      onSelect={pick}
      onMenu={pick}
      nav={null}
      menu={null}
    />
  );
}
