import { formatCommandText, type Instruction } from '@granary/domain/commands/instruction';
import type { StartBlock } from '@granary/domain/commands/release';
import type { Millis } from '@granary/domain/units';
import { type ChangedBy, type FieldChange, recordBinChange } from '../audit/record-change.ts';
import { loadBin, notifyBinsChanged, setFanToManual } from '../bins/store.ts';
import type { Db, Trx } from '../platform/postgres/tables.ts';
import type { BinContext } from '../readings/bin-context.ts';
import { requestCommand } from './request-store.ts';

export interface FanCommandPorts {
  readonly db: Db;
  /** Notifies the owner of a bin that someone else is starting its fan. */
  notifyOfFanStart(trx: Trx, start: FanStart): Promise<void>;
}

export interface FanStart {
  readonly context: BinContext;
  readonly actorId: number;
  readonly at: Millis;
}

/** The station and the text that the sender expects a command to have. */
export interface CommandTarget {
  readonly mainBoardId?: string | undefined;
  readonly binNumber?: number | undefined;
  readonly command?: string | undefined;
}

export interface FanCommandRequest extends CommandTarget {
  readonly binId: number;
  readonly fan: 'on' | 'off';
  readonly runForS?: number | null | undefined;
}

export type FanCommandOutcome =
  | { readonly kind: 'queued' }
  | { readonly kind: 'refused'; readonly block: StartBlock }
  /** The field, named as on the wire. */
  | { readonly kind: 'invalid'; readonly field: string }
  | { readonly kind: 'gone' | 'no-fan' };

/** Turns a bin's fan on or off at a user's request, and sets the bin to manual mode. */
export async function commandFan(
  ports: FanCommandPorts,
  request: FanCommandRequest,
  changedBy: ChangedBy & { readonly actor: { readonly id: number } },
): Promise<FanCommandOutcome> {
  const { binId, fan, runForS = null } = request;
  const instruction = { kind: 'fan', isOn: fan === 'on', runForS } as const;
  return ports.db.transaction().execute(async (trx) => {
    const context = await loadBin(trx, binId);
    if (!context) return { kind: 'gone' };
    if (!context.bin.fanAttached) return { kind: 'no-fan' };
    const field = findMismatch(request, context, instruction);
    if (field !== null) return { kind: 'invalid', field };
    const outcome = await requestCommand(trx, {
      binId,
      instruction,
      controlType: 'manual',
      actorId: changedBy.actor.id,
      address: changedBy.address,
      reason: '',
      expiresAt: null,
    });
    if (outcome.kind === 'no-bin') return { kind: 'gone' };
    const changes = listChanges(instruction);
    if (outcome.kind === 'refused') {
      await recordBinChange(trx, context.bin.id, { ...changedBy, act: 'refused', changes });
      return outcome;
    }
    await recordBinChange(trx, context.bin.id, { ...changedBy, act: 'commanded', changes });
    await setManualMode(trx, context, changedBy);
    const { actor, at } = changedBy;
    if (instruction.isOn && actor.id !== context.owner.userId) {
      await ports.notifyOfFanStart(trx, { context, actorId: actor.id, at });
    }
    return { kind: 'queued' };
  });
}

/** Finds the field in which a request does not match its bin; null if everything matches. */
export function findMismatch(
  { mainBoardId, binNumber, command }: CommandTarget,
  { bin }: BinContext,
  instruction: Instruction,
): string | null {
  if (mainBoardId !== undefined && mainBoardId !== bin.mainBoardId) return 'bin_topic';
  if (binNumber !== undefined && binNumber !== bin.binNumber) return 'bin_number';
  const text = formatCommandText(instruction, bin.binNumber);
  if (command !== undefined && command !== text) return 'command';
  return instruction.kind === 'fan' && !instruction.isOn && instruction.runForS !== null
    ? 'run_for_s'
    : null;
}

function listChanges({ isOn, runForS }: Extract<Instruction, { kind: 'fan' }>): FieldChange[] {
  const fan = { field: 'fan', before: null, after: isOn ? 'on' : 'off' } as const;
  return runForS === null ? [fan] : [fan, { field: 'run_for_s', before: null, after: runForS }];
}

/** Sets the bin to manual mode: otherwise the schedule or automatic control would undo the command. */
async function setManualMode(trx: Trx, { bin }: BinContext, changedBy: ChangedBy): Promise<void> {
  if (bin.fanMode === 'manual') return;
  const version = await setFanToManual(trx, bin.id);
  if (version === null) return;
  await recordBinChange(trx, bin.id, {
    ...changedBy,
    act: 'changed',
    version,
    changes: [{ field: 'fan_automation', before: bin.fanMode, after: 'manual' }],
  });
  await notifyBinsChanged(trx, [bin.mainBoardId]);
}
