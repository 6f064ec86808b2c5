import type { Bin } from '@granary/contract/bins/http';
import { FanFields } from './fan-fields.tsx';
import { InventoryFields } from './inventory-fields.tsx';
import { SettingsSection } from './settings-section.tsx';

const sectionFields = { inventory: InventoryFields, fan: FanFields } as const;

export interface SingleSectionProps {
  readonly bin: Bin;
  readonly section: keyof typeof sectionFields;
}

/** One section of a bin's settings, for the inventory or the fan tab. */
export function SingleSection({ bin, section }: SingleSectionProps) {
  return <SettingsSection bin={bin} section={section} fields={sectionFields[section]} />;
}
