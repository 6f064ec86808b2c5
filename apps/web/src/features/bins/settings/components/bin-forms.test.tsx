import { describe, expect, it, vi } from 'vitest';
import { renderMarkup } from '../../../../lib/render.fixture.tsx';
import { AddBinForm } from '../../add/components/add-bin-form.tsx';
import { makeBinWithSettings } from '../bin.fixture.ts';
import { EditBinForm } from './edit-bin-form.tsx';
import { HardwareForm } from './hardware-form.tsx';
import { SaveButton } from './save-button.tsx';

const session = vi.hoisted(() => ({ userId: 1, role: 'admin' }));

// The session module reads storage when it is imported.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
});
vi.mock('../../../../lib/live-client.ts', () => ({ useLiveState: () => ({ kind: 'live' }) }));
vi.mock('../../../../lib/use-session.ts', () => ({ useSession: () => session }));
vi.mock('../../../../components/unsaved-guard.tsx', () => ({ UnsavedGuard: () => null }));
vi.mock('../../../../components/button-link.tsx', () => ({ ButtonLink: () => null }));

/** Lists the labels of a form's fields and whether each is disabled. */
const listFields = (markup: string) =>
  [...markup.matchAll(/<label[^>]*for="([^"]+)"[^>]*>([^<]+)</g)].map(([, id = '', name = '']) => ({
    name,
    isDisabled: new RegExp(`<(?:select|input)(?=[^>]*id="${id}")[^>]* disabled`).test(markup),
  }));

describe('the complete bin form', () => {
  it('has eight sections, the first open, and one save button', () => {
    const markup = renderMarkup(<EditBinForm bin={makeBinWithSettings()} />);
    const sections = [...markup.matchAll(/<details([^>]*)><summary[^>]*>([^<]+)/g)];
    expect(sections.map(([, , name]) => name)).toEqual([
      'General Settings',
      'Radio and board',
      'Alerts',
      'Fan Automation',
      'Inventory Management',
      'Cables Management',
      'Cable Configuration',
      'Firmware Update',
    ]);
    expect(sections.map(([, attributes = '']) => attributes.includes('open'))).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect(markup.match(/type="submit"/g)).toHaveLength(1);
    expect(markup).toContain('Update Bin');
  });
});

describe('the hardware form', () => {
  const names = ['Frequency', 'Mainboard bin station', 'Board type', 'Firmware type'];
  const fieldNames = [...names, 'Firmware version'];

  it.each(['admin', 'distributor', 'user'])(
    'has five fields, enabled for admins only: %s',
    (role) => {
      session.role = role;
      const isDisabled = role !== 'admin';
      expect(listFields(renderMarkup(<HardwareForm bin={makeBinWithSettings()} />))).toEqual(
        fieldNames.map((name) => ({ name, isDisabled })),
      );
    },
  );
});

const renderNewBin = (station: { mainBoardId: string; binNumber: string }) =>
  renderMarkup(<AddBinForm farm={{ id: 1, ownerId: 2 }} station={station} onDone={() => {}} />);

describe('the form for a new bin', () => {
  it('has the given board and bin number filled in', () => {
    session.role = 'distributor';
    const markup = renderNewBin({ mainBoardId: 'PG-0417', binNumber: '2' });
    expect(markup).toContain('value="PG-0417"');
    expect(markup).toContain('value="2"');
  });

  it('has a heading, and no disabled fields for a distributor', () => {
    session.role = 'distributor';
    const markup = renderNewBin({ mainBoardId: '', binNumber: '' });
    expect(markup).toContain('Bin Sensor Detail');
    expect(listFields(markup)).toEqual(
      [
        'Bin Name',
        'Crop',
        'Bin size',
        'Grain unit',
        'Main Board id',
        'Remote Number',
        'Bin Sensor Id',
        'Frequency',
        'Bin-in',
        'Board type',
        'Firmware type',
        'Firmware version',
      ].map((name) => ({ name, isDisabled: false })),
    );
  });
});

describe('the save button', () => {
  it('shows its progress with a spinner', () => {
    const renderButton = (isBusy: boolean) =>
      renderMarkup(
        <SaveButton buttonText="Update Bin" isBusy={isBusy} isDisabled={false} isHighlighted />,
      );
    expect(renderButton(false)).toContain('Update Bin');
    expect(renderButton(false)).not.toContain('Loader');
    expect(renderButton(true)).toContain('Updating...');
    expect(renderButton(true)).toContain('Loader');
    expect(renderButton(true)).toMatch(/<button[^>]* disabled/);
  });
});
