/** What a command tells a board to do for one of its bins. */
export type Instruction =
  | {
      readonly kind: 'fan';
      readonly isOn: boolean;
      /** The board stops the fan this long after it receives the command, s; null if there is no limit. */
      readonly runForS: number | null;
    }
  | {
      readonly kind: 'cable';
      /** As `buildCableCommands` writes it. */
      readonly text: string;
    }
  | { readonly kind: 'radio'; readonly frequency: number; readonly radioGroup: number }
  | { readonly kind: 'radar'; readonly heightMm: number; readonly deadZoneMm: number }
  | { readonly kind: 'request' }
  | { readonly kind: 'installation-mode'; readonly isOn: boolean };

export type CommandKind = Instruction['kind'];

/** The longest run time of a fan that a command can set, s: seven days. */
export const MAX_RUN_FOR_S = 7 * 24 * 3600;

/** Formats an instruction as text, for boards that read only text. */
export function formatCommandText(instruction: Instruction, binNumber: number): string {
  switch (instruction.kind) {
    case 'fan':
      return `setF${binMask(binNumber)}`;
    case 'cable':
      return instruction.text;
    case 'radio':
      return `setR${binMask(binNumber)}${hex(instruction.frequency, 2)}${hex(instruction.radioGroup, 2)}`;
    case 'radar':
      return `setH${binMask(binNumber)}${hex(instruction.heightMm, 6)}${hex(instruction.deadZoneMm, 6)}`;
    case 'request':
      return `getT${binMask(binNumber)}`;
    case 'installation-mode':
      return `setI${binMask(binNumber)}${instruction.isOn ? '01' : '00'}`;
  }
}

/** A mask of 32 bits with the bit of the bin set, as eight upper-case hex digits. */
function binMask(binNumber: number): string {
  return hex(2 ** (binNumber - 1), 8);
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
