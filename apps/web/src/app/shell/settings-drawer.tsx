import { Drawer } from '@mantine/core';
import { CatchBoundary } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/error-state.tsx';
import type { SettingsPanelProps } from '../../features/interface-settings/components/settings-panel.tsx';

/** The interface settings. If their code fails to load, the page stays. */
export function SettingsDrawer(props: SettingsPanelProps) {
  const { t } = useTranslation();
  // Loaded on demand, because few users open it. React.lazy caches a failure, so each opening creates a new
  // component.
  const [Panel] = useState(() => lazy(loadPanel));
  return (
    <CatchBoundary
      getResetKey={() => 'settings'}
      errorComponent={({ error }) => (
        <Drawer
          opened
          onClose={props.onClose}
          position="right"
          size={340}
          title={t('settings.title')}
          closeButtonProps={{ 'aria-label': t('close') }}
        >
          <ErrorState error={error} />
        </Drawer>
      )}
    >
      <Suspense>
        <Panel {...props} />
      </Suspense>
    </CatchBoundary>
  );
}

async function loadPanel() {
  const { SettingsPanel } = await import(
    '../../features/interface-settings/components/settings-panel.tsx'
  );
  return { default: SettingsPanel };
}
