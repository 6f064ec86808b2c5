import type { Farm } from '@granary/contract/farms/http';
import { describe, expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { EditFarmForm } from './edit-farm-form.tsx';

const edit = vi.hoisted(() => ({ isDirty: false, isSuccess: false }));

vi.mock('./use-farm-edit.ts', () => ({
  useFarmEdit: (farm: Farm) => ({
    farm,
    changes: [],
    save: () => undefined,
    form: { isDirty: () => edit.isDirty, errors: {} },
    saving: { isSuccess: edit.isSuccess, isError: false, isPending: false },
  }),
}));
vi.mock('../../../components/unsaved-guard.tsx', () => ({ UnsavedGuard: () => null }));
vi.mock('../../../lib/use-format.ts', () => ({ useFormat: () => ({ locale: 'en' }) }));
vi.mock('./farm-fields.tsx', () => ({ FarmSettingsFields: () => null }));
vi.mock('./farm-form.tsx', () => ({
  FarmForm: ({ status }: { readonly status: unknown }) => status,
}));

function renderStatus(state: typeof edit): string {
  Object.assign(edit, state);
  const farm = { id: 7, timezone: 'UTC' } as Farm;
  return renderMarkup(
    <EditFarmForm farm={farm} bins={[]} renderSearch={() => null} renderMap={() => null} />,
  );
}

describe("a saved farm's form", () => {
  it('confirms saving, and mentions edits made since', () => {
    const savedMessage = 'Successfully updated farm';
    const unsavedMessage = 'Your latest edits are not saved yet.';
    expect(renderStatus({ isSuccess: false, isDirty: true })).not.toContain(savedMessage);
    const savedMarkup = renderStatus({ isSuccess: true, isDirty: false });
    expect(savedMarkup).toContain(savedMessage);
    expect(savedMarkup).not.toContain(unsavedMessage);
    const editedMarkup = renderStatus({ isSuccess: true, isDirty: true });
    expect(editedMarkup).toContain(savedMessage);
    expect(editedMarkup).toContain(unsavedMessage);
  });
});
