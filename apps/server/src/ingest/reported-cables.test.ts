import { MINUTE } from '@granary/domain/units';
import { describe, expect, it } from 'vitest';
import { createReadingBody } from '../../test/support/ingest-feed.ts';
import { ago, NOW, useIngestFixture } from '../../test/support/ingest-fixture.ts';
import { replaceCables } from '../bins/settings/store.ts';

const fixture = useIngestFixture();

const findCables = () =>
  fixture.db
    .selectFrom('cables')
    .select(['cable', 'cableId', 'name', 'crop'])
    .where('binId', '=', fixture.getBinId())
    .orderBy('cable')
    .execute();

const send = (at: number, cable_ids: readonly number[]) =>
  fixture.feed.send(
    fixture.createFrame(
      createReadingBody(1, at, [], { temp_reading: cable_ids.map(() => [12.5]), cable_ids }),
    ),
  );

const unnamed = { name: '', crop: null };

describe('a cable that the board reports', () => {
  it('is set up by its first reading, once', async () => {
    await send(ago(MINUTE), [7, -1, 9]);
    await send(NOW, [7, -1, 9]);
    expect(await findCables()).toEqual([
      { cable: 1, cableId: 7, ...unnamed },
      { cable: 2, cableId: -1, ...unnamed },
      { cable: 3, cableId: 9, ...unnamed },
    ]);
  });

  it('gets its address once the address is readable, unless another cable has it', async () => {
    await send(ago(3 * MINUTE), [-1, -1]);
    await send(ago(2 * MINUTE), [5, 5]);
    expect((await findCables()).map(({ cableId }) => cableId)).toEqual([5, -1]);
    await send(ago(MINUTE), [5, 6]);
    expect((await findCables()).map(({ cableId }) => cableId)).toEqual([5, 6]);
  });

  it('does not change what people set up', async () => {
    const row = { cable: 1, cableId: 40, name: 'Middle', crop: 'Flax' };
    await fixture.db
      .insertInto('cables')
      .values({ binId: fixture.getBinId(), ...row })
      .execute();
    await send(NOW, [41, 40]);
    expect(await findCables()).toEqual([row, { cable: 2, cableId: -1, ...unnamed }]);
  });

  it('is not added again after someone removed it', async () => {
    await send(ago(3 * MINUTE), [7, 8]);
    await fixture.db.transaction().execute(async (trx) => {
      const [first] = await trx.selectFrom('cables').selectAll().where('cable', '=', 1).execute();
      await replaceCables(trx, fixture.getBinId(), first ? [first] : []);
    });
    await send(ago(2 * MINUTE), [7, 8]);
    await send(NOW, [7, 8, 9]);
    expect((await findCables()).map(({ cable }) => cable)).toEqual([1, 3]);
  });

  it('is added only from the newest reading', async () => {
    await send(NOW, [7]);
    await send(ago(MINUTE), [7, 8]);
    expect((await findCables()).map(({ cableId }) => cableId)).toEqual([7]);
  });
});
