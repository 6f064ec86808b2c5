import type { SensorStatus } from '@granary/domain/readings/sensors';
import { ActionIcon } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyMenu } from '../../../components/lazy-menu.tsx';
import { useCan } from '../../../lib/use-can.ts';

const SensorStatusMenu = lazy(async () => ({
  default: (await import('./sensor-status-menu.tsx')).SensorStatusMenu,
}));

interface AllSensorsMenuProps {
  readonly onChoose: (status: SensorStatus) => void;
}

/** Chooses a status for all sensors, which is then confirmed in a dialog. */
export function AllSensorsMenu({ onChoose }: AllSensorsMenuProps) {
  const { t } = useTranslation();
  const canWrite = useCan('sensor-status.write');
  if (!canWrite) return null;
  return (
    <LazyMenu
      target={
        <ActionIcon variant="default" aria-label={t('sensor.allMenu')}>
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      }
    >
      {(menu) => <SensorStatusMenu onChoose={onChoose} {...menu} />}
    </LazyMenu>
  );
}
