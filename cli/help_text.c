/* SPDX-License-Identifier: MIT */
#include "help_text.h"

#include <ctype.h>
#include <string.h>

bool help_next_line(const char** at, help_Line* out) {
    if (**at == 0) return false;
    const char* end = strchr(*at, '\n');
    *out = (help_Line){.text = *at, .length = (int)(end != NULL ? end - *at : (long)strlen(*at))};
    *at += out->length + (end != NULL);
    while (out->indent < out->length && out->text[out->indent] == ' ') out->indent++;
    return true;
}

bool help_is_option(const help_Line* line) {
    return line->indent == 2 && line->length > 3 && line->text[2] == '-' &&
           (line->text[3] == '-' || isalpha((unsigned char)line->text[3]));
}

int help_term_length(const help_Line* line) {
    for (int i = line->indent; i + 1 < line->length; i++)
        if (line->text[i] == ' ' && line->text[i + 1] == ' ') return i;
    return line->length;
}

/* The words of a term are separated by one blank, and by commas. */
static int word_length(const char* text, int room) {
    int length = 0;
    while (length < room && text[length] != ' ' && text[length] != ',') length++;
    return length;
}

void help_each_option(FILE* out, const cli_Command* command, help_OptionFn* put) {
    const char* help = command->help;
    help_Line line;
    while (help_next_line(&help, &line)) {
        if (!help_is_option(&line)) continue;
        int term = help_term_length(&line), words = term;
        while (words < line.length && line.text[words] == ' ') words++;
        help_Option option = {.command = command->name,
                              .words = line.text + words,
                              .words_length = line.length - words};
        const char* below = help;
        help_Line next_line;
        if (option.words_length == 0 && help_next_line(&below, &next_line)) {
            option.words = next_line.text + next_line.indent;
            option.words_length = next_line.length - next_line.indent;
        }
        for (int i = line.indent; i < term;) {
            int length = word_length(line.text + i, term - i);
            const char* next = line.text + i + length + 1; /* behind one blank */
            bool has_value = i + length + 1 < term && next[-1] == ' ' && next[0] != '-';
            if (length > 1 && line.text[i] == '-' && line.text[i + 1] != '-') {
                option.letter = line.text[i + 1];
            } else if (length > 2 && line.text[i] == '-') {
                int value = has_value ? word_length(next, (int)(line.text + term - next)) : 0;
                snprintf(option.name, sizeof option.name, "%.*s", length, line.text + i);
                snprintf(option.value, sizeof option.value, "%.*s", value, next);
                put(out, &option);
                option.letter = 0;
            }
            i += length + 1;
        }
    }
}
