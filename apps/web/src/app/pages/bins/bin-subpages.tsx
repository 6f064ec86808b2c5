import type { Bin } from '@granary/contract/bins/http';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { latestReadingQuery } from '../../../bin-data/latest-reading.ts';
import { RefusedSignIns } from '../../../bin-data/refused-sign-ins.tsx';
import { LoadingBlocks } from '../../../components/loading-blocks.tsx';
import { QueryContent } from '../../../components/query-content.tsx';
import { binAlertsQuery } from '../../../features/alerts/api/get-alerts.ts';
import { CableConfiguration } from '../../../features/bins/cables/components/cable-configuration.tsx';
import { BoardKey } from '../../../features/bins/settings/components/board-key.tsx';
import { EditBinForm } from '../../../features/bins/settings/components/edit-bin-form.tsx';
import { HardwareForm } from '../../../features/bins/settings/components/hardware-form.tsx';
import { useWatch } from '../../../lib/live-client.ts';
import { useCan } from '../../../lib/use-can.ts';
import { BinInventory } from './bin-inventory.tsx';
import { BinSubpage } from './bin-subpage.tsx';

const cablesRoute = getRouteApi('/shell/binsensor/$id/cables');

/** A bin's cables with their bus addresses, and a form to change them. */
export function BinCablesPage() {
  const { t } = useTranslation();
  const { id } = cablesRoute.useParams();
  return (
    <BinSubpage id={id} title={t('cableConfiguration.title')} needsFreshData>
      {(bin) => <Cables bin={bin} />}
    </BinSubpage>
  );
}

function Cables({ bin }: { readonly bin: Bin }) {
  useWatch(useMemo(() => ({ bins: [bin.id] }), [bin.id]));
  const query = useQuery(latestReadingQuery(bin.id));
  const alerts = useQuery(binAlertsQuery(bin.id)).data ?? [];
  const reading = query.data ?? null;
  const positionsByCable =
    reading &&
    new Map(
      Object.entries(reading.cablesInformation).map(
        ([key, { sensor_positions }]) => [key, sensor_positions] as const,
      ),
    );
  return (
    <CableConfiguration
      bin={bin}
      knownPositions={positionsByCable}
      missingSensors={alerts.find(({ rule }) => rule === 'sensor-no-data')?.sensors ?? []}
    >
      <QueryContent query={query} loadingContent={<LoadingBlocks count={1} height={132} />}>
        {() => null}
      </QueryContent>
    </CableConfiguration>
  );
}

const hardwareRoute = getRouteApi('/shell/binsensor/$id/hardware');

/** The board of a bin: its address, firmware and key. */
export function BinHardwarePage() {
  const { t } = useTranslation();
  const { id } = hardwareRoute.useParams();
  const canInstall = useCan('bin.install');
  return (
    <BinSubpage id={id} title={t('hardware.title')} needsFreshData>
      {(bin) => (
        <>
          <HardwareForm bin={bin} />
          {canInstall && <BoardKey mainBoardId={bin.mainBoardId} />}
          <RefusedSignIns refusals={bin.refusedSignIns} />
        </>
      )}
    </BinSubpage>
  );
}

const editRoute = getRouteApi('/shell/binsensor/$id/edit');

/** Edits all settings of a bin in one form. */
export function EditBinPage() {
  const { t } = useTranslation();
  const { id } = editRoute.useParams();
  return (
    <BinSubpage id={id} title={t('editBin.title')} needsFreshData>
      {(bin) => <EditBinForm bin={bin} />}
    </BinSubpage>
  );
}

const loadsRoute = getRouteApi('/shell/binsensor/$id/loads');

/** The grain that was put into a bin and taken out of it. */
export function LoadsPage() {
  const { t } = useTranslation();
  const { id } = loadsRoute.useParams();
  return (
    <BinSubpage id={id} title={t('bin.loads')}>
      {(bin) => <BinInventory bin={bin} />}
    </BinSubpage>
  );
}
