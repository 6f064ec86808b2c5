import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';

// The session module reads localStorage on import.
vi.hoisted(() => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('navigator', { languages: ['en'] });
});
vi.mock('../../../../components/dialog.tsx', () => ({
  Dialog: ({ children }: { children: ReactNode }) => children,
}));
vi.mock('../../../../lib/live-client.ts', () => ({ useLiveState: () => ({ kind: 'live' }) }));

const { renderMarkup } = await import('../../../../lib/render.fixture.tsx');
const { boardsWithKeysQuery } = await import('../api/new-board-keys.ts');
const { NewBoardKeysDialog } = await import('./new-board-keys-dialog.tsx');

function render(boards: readonly { mainBoardId: string; binNames: string[] }[]): string {
  const client = new QueryClient();
  client.setQueryData(boardsWithKeysQuery(7).queryKey, [...boards]);
  const customer = { id: 7, name: 'Ada Penner' };
  return renderMarkup(<NewBoardKeysDialog customer={customer} onClose={() => {}} />, client);
}

describe('after a customer leaves a distributor', () => {
  it('the boards are listed, with one button for all new keys', () => {
    const markup = render([
      { mainBoardId: 'PG-0417', binNames: ['Home 1', 'Home 2'] },
      { mainBoardId: 'PG-0418', binNames: ['South 1'] },
    ]);
    expect(markup).toContain("Ada Penner's distributor has been changed.");
    expect(markup).toContain('PG-0417: Home 1, Home 2');
    expect(markup).toContain('Create new keys for these 2 boards');
    expect(markup).toContain('Keep current keys');
  });

  it('no new keys are offered if there are no boards', () => {
    const markup = render([]);
    expect(markup).toContain("Ada Penner's distributor has been changed.");
    expect(markup).not.toContain('Keep current keys');
  });
});
