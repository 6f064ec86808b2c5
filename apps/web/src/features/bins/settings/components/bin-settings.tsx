import type { Bin } from '@granary/contract/bins/http';
import type { SettingsSectionName } from '@granary/contract/bins/settings';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UnsavedGuard } from '../../../../components/unsaved-guard.tsx';
import { useCanChange, useCanChangeSettings } from '../use-can-change.ts';
import { AlertFields } from './alert-fields.tsx';
import { CableFields } from './cable-fields.tsx';
import { expandAround } from './collapsible.tsx';
import { FanFields } from './fan-fields.tsx';
import { FirmwareFields } from './firmware-fields.tsx';
import { GeneralFields } from './general-fields.tsx';
import { InventoryFields } from './inventory-fields.tsx';
import classes from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

const links = [
  ['general', 'name'],
  ['alerts', 'co2Alert'],
  ['fan', 'fanMode'],
  ['cables', 'cables'],
  ['firmware', 'firmwareName'],
] as const;

/**
 * All settings of a bin in six sections, each saved separately: first what a farmer sets, then the board's
 * firmware, collapsed.
 */
export function BinSettings({ bin }: { readonly bin: Bin }) {
  const { t } = useTranslation();
  const canChange = useCanChange();
  const canEdit = useCanChangeSettings();
  const [dirtySections, setDirtySections] = useState<ReadonlySet<SettingsSectionName>>(new Set());
  const onDirty = useCallback(
    (section: SettingsSectionName, isDirty: boolean) =>
      setDirtySections((previousSections) => {
        if (previousSections.has(section) === isDirty) return previousSections;
        const otherSections = [...previousSections].filter((name) => name !== section);
        return new Set(isDirty ? [...otherSections, section] : otherSections);
      }),
    [],
  );
  const sharedProps = { bin, onDirty };
  return (
    <div className={classes['settings']}>
      <UnsavedGuard isDirty={dirtySections.size > 0} />
      <nav className={classes['nav']} aria-label={t('settingsForm.nav')}>
        <ul>
          {links.map(([section, field]) => (
            <li key={section}>
              <a
                href={`#settings-${section}`}
                onClick={() =>
                  expandAround(document.querySelector(`#settings-${section} > details`))
                }
              >
                {t(
                  section === 'fan'
                    ? 'settingsForm.fanAndInventory'
                    : `settingsForm.sections.${section}`,
                )}
                {!canChange(field) && <IconLock size={16} aria-hidden />}
              </a>
            </li>
          ))}
        </ul>
        <ul className={classes['pages']}>
          {canEdit && (
            <li>
              <Link to="/binsensor/$id/edit" params={{ id: bin.id }}>
                {t('bins.edit')}
              </Link>
            </li>
          )}
          <li>
            <Link to="/binsensor/$id/hardware" params={{ id: bin.id }}>
              {t('settingsForm.hardware')}
            </Link>
          </li>
          <li>
            <Link to="/binsensor/$id/cables" params={{ id: bin.id }}>
              {t('editBin.configure')}
            </Link>
          </li>
        </ul>
      </nav>
      <div className={classes['sections']}>
        <SettingsSection {...sharedProps} section="general" fields={GeneralFields} />
        <SettingsSection {...sharedProps} section="alerts" fields={AlertFields} />
        <div>
          <SettingsSection {...sharedProps} section="fan" fields={FanFields} />
          <SettingsSection {...sharedProps} section="inventory" fields={InventoryFields} isJoined />
        </div>
        <SettingsSection {...sharedProps} section="cables" fields={CableFields} />
        <SettingsSection
          {...sharedProps}
          section="firmware"
          fields={FirmwareFields}
          isCollapsible
        />
      </div>
    </div>
  );
}
