// SPDX-License-Identifier: MIT
// usage: mono WalkAndTalk.exe AVATAR.vrm WALK WAVE SPEECH.wav
// An avatar that walks, waves and speaks: two layers of motion and a face. Motions may be of any format, the sound is a
// mono WAV of 16 bits. Prints what happens.
using System;
using System.Globalization;
using System.IO;
using System.Linq;
using Vrm;
using Vrm.Native;

static class WalkAndTalk
{
    static LipFrame[] Lips(string path)
    {
        const int header = 44; // bytes before the samples
        byte[] wav = File.ReadAllBytes(path);
        float[] samples = new float[(wav.Length - header) / 2];
        for (int i = 0; i < samples.Length; i++) samples[i] = BitConverter.ToInt16(wav, header + 2 * i) / 32768.0f;
        using (var lip = new Vrm.Lip(BitConverter.ToInt32(wav, 24))) return lip.Feed(samples).Concat(lip.Finish()).ToArray();
    }

    static int Main(string[] files)
    {
        if (files.Length != 4) return 2;
        using (var model = Vrm.Model.Load(files[0]))
        using (var rig = new Vrm.Rig(model))
        using (var walk = Vrm.Motion.Load(files[1]).Clip(rig))
        using (var wave = Vrm.Motion.Load(files[2]).Clip(rig))
        using (var sim = new Vrm.Sim())
        using (var faceMap = new Vrm.FaceMap(model, rig))
        using (var actor = new Vrm.Actor(sim.Add(rig), faceMap))
        {
            actor.Play(walk);
            LayerOptions waving = LayerOptions.OfPart("right-arm");
            waving.BeginS = 1.0; // a second later
            waving.AtEnd = LayerEnd.STOPS;
            actor.Play(wave, waving);
            actor.Emote("happy", timeS: 0.5);
            actor.Speak(Lips(files[3]), 1.5);
            string[] words = { "looped", "ended", "stopped", "blinked", "begins to talk", "ends talking" };
            for (int frame = 0; frame < 6 * 60; frame++)
            {
                actor.Step(1.0f / 60.0f);
                sim.Step(1.0f / 60.0f); // then draw: Avatar.Palettes()
                foreach (ActorEvent happened in actor.Events())
                    Console.WriteLine(happened.time_s.ToString("F2", CultureInfo.InvariantCulture) + " s: " + words[(int)happened.kind]);
            }
        }
        return 0;
    }
}
